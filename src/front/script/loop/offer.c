/* A loop that is offered: refused, or run. */
#include "front/script/loop/loop.h"

bool loop_offer(Interp *in, LoopSite *site, const LoopOffer *offer, LoopResult *result) {
    (void)in;
    (void)offer;
    *result = (LoopResult){.end = LOOP_REFUSED};
    site->next = UINT64_MAX;
    return true;
}

void loop_site_free(Interp *in, LoopSite *site) {
    (void)in;
    site->known = NULL;
}

bool loop_explain(const LoopSite *site, Str *out) {
    (void)site;
    str_puts(out, "loops are not compiled yet");
    return str_ok(out);
}
