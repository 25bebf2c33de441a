# What was lost or strange while a file was unpacked.
# Kinds that leave nothing to read also have ID-title and ID-text, as failures have.
# $file: the entry or the file. $offset: byte offset in the packed stream.
# $number: see each message.

container-interrupted = The connection broke after { $offset } bytes of { $file }. What had come is shown; open the address again for the rest.
container-gzip-truncated = { $file } ends in the middle of its gzip data, at byte { $offset }. What came before is shown; record or download the file again for the rest.
container-gzip-corrupt = The gzip data of { $file } is damaged at byte { $offset }. What came before is shown; download the file again for the rest.
container-gzip-checksum = The gzip checksum of { $file } does not fit, so some bytes may be wrong. All of it was read.
container-gzip-padding = Zero bytes follow the gzip data of { $file } from byte { $offset } on. Nothing is lost.
container-gzip-trailing-bytes = Something that is not gzip follows the gzip data of { $file } from byte { $offset } on. It was ignored.
container-zstd-truncated = { $file } ends in the middle of its zstd data, at byte { $offset }. What came before is shown; record or download the file again for the rest.
container-zstd-corrupt = The zstd data of { $file } is damaged after byte { $offset }. What came before is shown; download the file again for the rest.
container-zstd-checksum = The zstd checksum of { $file } does not fit, so some bytes may be wrong. All of it was read.
# $number: bytes of memory that the file asks for.
container-zstd-window = { $file } was packed with a zstd window of { $number } bytes; at most 134217728 are used here. Pack it again without --long or --ultra: zstd -d FILE -c | zstd -o NEW.zst
container-zstd-dictionary = { $file } was packed with a separate zstd dictionary, which is not at hand. Unpack it with that dictionary first: zstd -d -D DICTIONARY FILE
container-zstd-trailing-bytes = Something that is not zstd follows the zstd data of { $file } from byte { $offset } on. It was ignored.
container-tar-truncated = The tar { $file } ends in the middle of an entry, at byte { $offset }. What came before is shown.
container-tar-corrupt = The tar { $file } is damaged at byte { $offset }. At least one of its files may be missing.
container-report-truncated = The report { $file } ends early: a trace in it is cut at byte { $offset }. What came before is shown.
container-report-damaged = The report { $file } is damaged at byte { $offset }. At least one of its traces may be incomplete.
container-tar-sparse = { $file } is stored in the tar as a sparse file, which is not read here. Unpack the tar and open the file itself.
container-zip-truncated = The zip ends early: { $file } is cut at byte { $offset }. What came before is shown.
container-zip-corrupt = { $file } is damaged in the zip at byte { $offset }. What came before is shown.
container-zip-checksum = The checksum of { $file } in the zip does not fit, so some bytes may be wrong. All of it was read.
container-zip-encrypted = { $file } is encrypted in the zip. Unpack the zip with its password and open the file itself.
# $number: the method in the zip format.
container-zip-method = { $file } is packed in the zip with method { $number }, which is not read here. Unpack the zip and open the file itself.
container-zip-needs-table = { $file } is stored in the zip without its size, which only the table at the end of the zip tells. Download the zip whole and open it from disk.
# $number: how many bytes.
container-zip-gap = { $number } bytes from byte { $offset } of the zip on belong to no file. Something in { $file } may be missing.
container-archive-empty = There is no file in { $file }.
container-too-deep = { $file } is packed more than twice over. Unpack it once and open what comes out.
# $number: how many.
container-more-notes = { $number } more remarks about { $file } are not listed.

# The zip's own table could not be read; the files are read one by one.
container-zip-table = The table of contents of { $file } is missing or damaged. Its files were searched for from the front.

# Failures: nothing could be read.
container-zstd-window-title = { $file } cannot be unpacked here
container-zstd-window-text = { container-zstd-window }
container-zstd-dictionary-title = { $file } cannot be unpacked here
container-zstd-dictionary-text = { container-zstd-dictionary }
container-tar-sparse-title = { $file } cannot be unpacked here
container-tar-sparse-text = { container-tar-sparse }
container-zip-encrypted-title = { $file } cannot be unpacked here
container-zip-encrypted-text = { container-zip-encrypted }
container-zip-method-title = { $file } cannot be unpacked here
container-zip-method-text = { container-zip-method }
container-zip-needs-table-title = { $file } cannot be unpacked here
container-zip-needs-table-text = { container-zip-needs-table }
container-too-deep-title = { $file } cannot be unpacked here
container-too-deep-text = { container-too-deep }
container-archive-empty-title = { $file } is empty
container-archive-empty-text = { container-archive-empty }

# Nothing came out before the place where it is cut or damaged.
container-gzip-truncated-empty-title = { $file } ends in the middle of its gzip data
container-gzip-truncated-empty-text = It has only { $offset } bytes, too few for anything to come out. Record or download the file again.
container-gzip-corrupt-empty-title = The gzip data of { $file } is damaged
container-gzip-corrupt-empty-text = The damage is at byte { $offset }, before anything could come out. Download the file again.
container-zstd-truncated-empty-title = { $file } ends in the middle of its zstd data
container-zstd-truncated-empty-text = It has only { $offset } bytes, too few for anything to come out. Record or download the file again.
container-zstd-corrupt-empty-title = The zstd data of { $file } is damaged
container-zstd-corrupt-empty-text = The damage is after byte { $offset }, before anything could come out. Download the file again.
container-zip-truncated-empty-title = { $file } is cut in the zip
container-zip-truncated-empty-text = The zip ends before anything of it could come out. Download the zip again.
container-zip-corrupt-empty-title = { $file } is damaged in the zip
container-zip-corrupt-empty-text = The damage is at byte { $offset }, before anything of it could come out. Download the zip again.
