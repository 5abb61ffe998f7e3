module sameact/adapters/acp-go-sdk

go 1.26

require (
	github.com/coder/acp-go-sdk v0.13.0
	sameact/adapters/kit v0.0.0
)

replace sameact/adapters/kit => ../kit/go
