module sameact/adapters/kit

go 1.26
