cellfun(@plus, {1, 2}, {1})
