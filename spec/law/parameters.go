package law

import (
	"encoding/json"
	"slices"

	"sameact/spec"
)

// mayMisfit reports whether a gate may find that arguments do not fit the parameters that their action
// declares. The law reads no JSON Schema: it only knows what plainly fits, an object that has every
// required member and none that the schema says more about than a description and a default.
func mayMisfit(parameters json.RawMessage, arguments spec.Value) bool {
	if len(parameters) == 0 || string(parameters) == "null" {
		return false
	}
	schema, err := spec.ParseValue(string(parameters))
	if err != nil || schema.Kind != spec.Object {
		return true
	}
	for i, name := range schema.Names {
		v := schema.List[i]
		switch name {
		case "type":
			if v.Text != "object" {
				return true
			}
		case "required":
			if slices.ContainsFunc(v.List, func(r spec.Value) bool { _, ok := arguments.Member(r.Text); return !ok }) {
				return true
			}
		case "properties":
			if saysMore(v, arguments) {
				return true
			}
		case "description", "title":
		default:
			return true
		}
	}
	return false
}

// saysMore reports whether the schema of some member of the arguments constrains it.
func saysMore(properties, arguments spec.Value) bool {
	for i, name := range properties.Names {
		if _, given := arguments.Member(name); !given {
			continue
		}
		for _, keyword := range properties.List[i].Names {
			if keyword != "description" && keyword != "default" && keyword != "title" {
				return true
			}
		}
	}
	return false
}
