"""What DEVICE_NEIGHBOR rows say about the far end of a port."""

from fabricgen.model.configdb import ConfigDb, FabricFiles, FileEnd


def stated(config: ConfigDb, port: str) -> tuple[str | None, str | None]:
    """Return device and port that the row of ``port`` names; None for what it leaves out."""
    row = config.text("DEVICE_NEIGHBOR", port, "name"), config.text("DEVICE_NEIGHBOR", port, "port")
    return row[0] or None, row[1] or None


def meant(fabric: FabricFiles, device: str | None, port: str | None) -> FileEnd | None:
    """Return the port that a row means, by name or alias; None if no file has it."""
    config = fabric.devices.get(device or "")
    if config is None or port is None:
        return None
    rows = config.rows("PORT")
    if port in rows:
        return FileEnd(device=config.device, port=port)
    for name in rows:
        if config.text("PORT", name, "alias") == port:
            return FileEnd(device=config.device, port=name)
    return None
