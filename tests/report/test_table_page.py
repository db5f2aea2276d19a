"""The manual page of a table says what the schema holds."""

from fabricgen.model.configdb import FieldSpec, ListSpec, TableSpec, TypeSpec
from fabricgen.report import table_page

TEXT = TypeSpec(kind="string", lengths=((1, 128),))
SPEC = TableSpec(
    name="PORT",
    module="sonic-port",
    lists=(
        ListSpec(
            name="PORT_LIST",
            keys=(FieldSpec(name="name", type=TEXT),),
            fields={
                "speed": FieldSpec(
                    name="speed",
                    type=TypeSpec(kind="integer", ranges=((1, 1600000),)),
                    mandatory=True,
                ),
                "admin_status": FieldSpec(
                    name="admin_status",
                    type=TypeSpec(kind="enum", enums=("up", "down")),
                    default="down",
                ),
                "adv_speeds": FieldSpec(
                    name="adv_speeds",
                    type=TypeSpec(
                        kind="union",
                        members=(
                            TypeSpec(kind="integer", ranges=((1, 9),)),
                            TypeSpec(kind="string", patterns=("all",)),
                        ),
                    ),
                    is_list=True,
                    separator=",",
                ),
            },
        ),
    ),
)


def test_the_page_lists_keys_types_and_defaults() -> None:
    assert table_page(SPEC, None, "202511", "PORT.j2") == (
        "PORT: CONFIG_DB table of SONiC 202511, model sonic-port\n"
        "Written by fabricgen through templates/PORT.j2.\n"
        "\n"
        "PORT|<name>\n"
        "  key name: string 1..128 characters\n"
        "  speed: integer 1..1600000, mandatory\n"
        "  admin_status: one of up, down, default down\n"
        "  adv_speeds: integer 1..9 or string like all, one text joined by ','\n"
    )


def test_one_field_alone() -> None:
    page = table_page(SPEC, "speed", "202511", None)
    assert "speed: integer" in page
    assert "admin_status" not in page
    assert "fabricgen writes no such table" in page


def test_an_unknown_field_is_said() -> None:
    assert "has no field 'spede'" in table_page(SPEC, "spede", "202511", None)


def test_a_map_and_a_fixed_row() -> None:
    number = TypeSpec(kind="integer", ranges=((0, 63),))
    rows = ListSpec(
        name="X",
        keys=(),
        fields={},
        fixed="GLOBAL",
        map_fields=(FieldSpec(name="dscp", type=number), FieldSpec(name="tc", type=number)),
    )
    spec = TableSpec(name="X", module="sonic-x", lists=(rows,))
    page = table_page(spec, None, "202511", None)
    assert "X|GLOBAL" in page
    assert "a map: integer 0..63 to integer 0..63" in page
