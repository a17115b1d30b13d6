"""Uploaded files: what Telegram takes as a photo or a document, and where it is found again."""

import hashlib
import mimetypes
import struct

from playground.errors import bad_request
from playground.limits import MAX_DOCUMENT_BYTES, MAX_PHOTO_BYTES, MAX_PHOTO_RATIO, MAX_PHOTO_SIDES
from playground.world import Document, Photo

_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


class Files:
    """Files by file id and by path; an id stays good and may be sent again."""

    def __init__(self) -> None:
        self._photos: dict[str, Photo] = {}
        self._documents: dict[str, Document] = {}
        self._paths: dict[str, str] = {}
        self._bytes: dict[str, bytes] = {}

    def add_photo(self, data: bytes) -> Photo:
        """Keep an uploaded picture. Raises ApiError 400 for what is no picture or too large a one."""
        if not data:
            raise bad_request("file must be non-empty")
        if len(data) > MAX_PHOTO_BYTES:
            raise bad_request("file is too big")
        size = picture_size(data)
        if size is None:
            raise bad_request("IMAGE_PROCESS_FAILED")
        width, height = size
        if width + height > MAX_PHOTO_SIDES or max(size) > MAX_PHOTO_RATIO * min(size):
            raise bad_request("PHOTO_INVALID_DIMENSIONS")
        digest = hashlib.sha256(data).hexdigest()
        number = len(self._photos) + 1
        photo = Photo(f"AgACAgQAAxkB{number:08d}{digest[:24]}", f"AQAD{digest[:12]}", width, height, len(data))
        self._photos[photo.file_id] = photo
        self._paths[photo.file_id] = f"photos/file_{number}.jpg"
        self._bytes[self._paths[photo.file_id]] = data
        return photo

    def photo(self, file_id: str) -> Photo:
        """A picture sent before. Raises ApiError 400."""
        if file_id not in self._photos:
            raise bad_request("wrong file identifier/HTTP URL specified")
        return self._photos[file_id]

    def add_document(self, data: bytes, name: str) -> Document:
        """Keep an uploaded file of any kind. Raises ApiError 400 for an empty or too large one."""
        if not data:
            raise bad_request("file must be non-empty")
        if len(data) > MAX_DOCUMENT_BYTES:
            raise bad_request("file is too big")
        digest = hashlib.sha256(data).hexdigest()
        number = len(self._documents) + 1
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        document = Document(f"BQACAgQAAxkB{number:08d}{digest[:24]}", f"AgAD{digest[:12]}", name, kind, len(data))
        self._documents[document.file_id] = document
        self._paths[document.file_id] = f"documents/file_{number}"
        self._bytes[self._paths[document.file_id]] = data
        return document

    def document(self, file_id: str) -> Document:
        """A file sent before. Raises ApiError 400."""
        if file_id not in self._documents:
            raise bad_request("wrong file identifier/HTTP URL specified")
        return self._documents[file_id]

    def file(self, file_id: str) -> Photo | Document:
        """A picture or another file sent before. Raises ApiError 400."""
        return self._documents.get(file_id) or self.photo(file_id)

    def path(self, file_id: str) -> str:
        """Where a file is downloaded from. Raises ApiError 400."""
        if file_id not in self._paths:
            raise bad_request("invalid file_id")
        return self._paths[file_id]

    def read(self, path: str) -> bytes | None:
        """The bytes at a path."""
        return self._bytes.get(path)

    def bytes_of(self, file_id: str) -> bytes | None:
        """The bytes of a file by its id."""
        return self.read(self._paths.get(file_id, ""))


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height in pixels of a PNG, JPEG or GIF, None for anything else."""
    try:
        if data.startswith(b"\x89PNG\r\n\x1a\n"):
            width, height = struct.unpack(">II", data[16:24])
        elif data.startswith((b"GIF87a", b"GIF89a")):
            width, height = struct.unpack("<HH", data[6:10])
        elif data.startswith(b"\xff\xd8"):
            height, width = _jpeg_size(data)
        else:
            return None
    except struct.error:
        return None
    return (width, height) if width and height else None


def _jpeg_size(data: bytes) -> tuple[int, int]:
    at = 2
    while True:
        prefix, marker, length = struct.unpack(">BBH", data[at : at + 4])
        if prefix != 0xFF:
            raise struct.error("no marker")
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return height, width
        at += 2 + length
