"""The licences of what Partita is made of, in NOTICE and in a software bill of materials (CycloneDX 1.6, JSON).

Run in .venv, where the packages of the lock are installed::

    python .ci/sbom.py            prints the bill of materials
    python .ci/sbom.py --notice   writes the table of packages in NOTICE anew
"""

import os
import re
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from importlib.metadata import distribution
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.spdx import is_expression, is_supported_id
from packageurl import PackageURL

from locked import ROOT, Locked, of_release, roots

LGPL: Final = "LGPL-3.0-only"

_SPDX: Final[Mapping[str, str]] = {
    "APL 2": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "PSFL": "PSF-2.0",
}
"""SPDX identifiers for words in their place. Those packages here that say BSD have three clauses."""

_BY_READING: Final[Mapping[str, str]] = {"resvg-py": "MIT"}
"""Licences of packages that only have its text."""

_BEGIN: Final = "The packages that are installed with it:\n\n"


def licence_of(name: str) -> str:
    """The licence of an installed package, as an SPDX expression.

    Raises:
        ValueError: its metadata don't tell; a person must read its files.
    """
    metadata = distribution(name).metadata

    def field(key: str) -> list[str]:
        return [str(value) for value in metadata.get_all(key) or ()]

    classifiers = [line.rsplit(" :: ", 1)[-1] for line in field("Classifier") if line.startswith("License")]
    for words in (*field("License-Expression"), *field("License"), *classifiers, _BY_READING.get(name, "")):
        first = words.strip().split("\n", 1)[0].strip()
        found = _SPDX.get(first, first)
        if found and (is_supported_id(found) or is_expression(found)):
            return found
    raise ValueError(f"{name} doesn't tell its licence; read it, and add it to {__file__}")


def table(packages: Iterable[str]) -> str:
    """Packages and their licences, as NOTICE has them: without versions, which the lock has."""
    return "".join(f"    {name:<20}{licence_of(name)}\n" for name in packages)


def notice() -> str:
    """NOTICE, with the table of packages as it should be."""
    before, begin, _ = (ROOT / "NOTICE").read_text(encoding="utf-8").partition(_BEGIN)
    return before + begin + table(of_release())


def bill(packages: Mapping[str, Locked], version: str, at: datetime) -> Bom:
    """The bill of materials: Partita, what it needs to run, who needs whom, and the files that the lock accepts."""
    licences = LicenseFactory()

    def component(kind: ComponentType, name: str, version: str, licence: str, purl: PackageURL) -> Component:
        return Component(
            type=kind,
            name=name,
            version=version,
            bom_ref=f"{name}",
            purl=purl,
            licenses=[licences.make_from_string(licence)],
        )

    whole = component(
        ComponentType.APPLICATION, "partita", version, "Apache-2.0", PackageURL("pypi", name="partita", version=version)
    )
    parts: dict[str, Component] = {}
    for one in packages.values():
        purl = PackageURL("pypi", name=one.name, version=one.version)
        parts[one.name] = component(ComponentType.LIBRARY, one.name, one.version, licence_of(one.name), purl)
        parts[one.name].external_references.add(
            ExternalReference(
                type=ExternalReferenceType.DISTRIBUTION,
                url=XsUri(purl.to_string()),
                comment="the files that requirements.lock accepts",
                hashes=[HashType(alg=HashAlgorithm.SHA_256, content=content) for content in one.hashes],
            )
        )
    redoc = component(
        ComponentType.LIBRARY, "redoc", _redoc(), "MIT", PackageURL("npm", name="redoc", version=_redoc())
    )
    bom = Bom(components=[*parts.values(), redoc], serial_number=uuid5(NAMESPACE_URL, repr((version, packages))))
    bom.metadata.component = whole
    bom.metadata.timestamp = at
    bom.register_dependency(whole, [redoc, *(parts[name] for name in roots())])
    for name, part in parts.items():
        bom.register_dependency(part, [parts[other] for other, one in packages.items() if name in one.via])
    return bom


def _redoc() -> str:
    """The version of what the page of the reference is made with."""
    text = (ROOT / "service/openapi/reference/README.md").read_text(encoding="utf-8")
    found = re.search(r"`redoc`, version ([\d.]+)", text)
    if found is None:
        raise ValueError("the version of redoc isn't told")
    return found[1]


def rendered() -> str:
    """The bill of materials of this checkout, as JSON; ``SOURCE_DATE_EPOCH`` is its time, if set."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    at = datetime.fromtimestamp(int(seconds), UTC) if seconds else datetime.now(UTC)
    return JsonV1Dot6(bill(of_release(), distribution("partita").version, at)).output_as_string(indent=2)


if __name__ == "__main__":
    if sys.argv[1:] == ["--notice"]:
        (ROOT / "NOTICE").write_text(notice(), encoding="utf-8")
    else:
        sys.stdout.write(f"{rendered()}\n")
