# What was lost or strange while a file was unpacked.
# $name: the entry or the file. $offset: byte offset in the packed stream.
# $number: see each message.

container-gzip-truncated = { $name } ends in the middle of its gzip data, at byte { $offset }. What came before is shown; record or download the file again for the rest.
container-gzip-corrupt = The gzip data of { $name } is damaged at byte { $offset }. What came before is shown; download the file again for the rest.
container-gzip-checksum = The gzip checksum of { $name } does not fit, so some bytes may be wrong. All of it was read.
container-gzip-padding = Zero bytes follow the gzip data of { $name } from byte { $offset } on. Nothing is lost.
container-gzip-trailing-bytes = Something that is not gzip follows the gzip data of { $name } from byte { $offset } on. It was ignored.
container-zstd-truncated = { $name } ends in the middle of its zstd data, at byte { $offset }. What came before is shown; record or download the file again for the rest.
container-zstd-corrupt = The zstd data of { $name } is damaged after byte { $offset }. What came before is shown; download the file again for the rest.
container-zstd-checksum = The zstd checksum of { $name } does not fit, so some bytes may be wrong. All of it was read.
# $number: bytes of memory that the file asks for.
container-zstd-window = { $name } was packed with a zstd window of { $number } bytes; at most 134217728 are used here. Pack it again without --long or --ultra: zstd -d FILE -c | zstd -o NEW.zst
container-zstd-dictionary = { $name } was packed with a separate zstd dictionary, which is not at hand. Unpack it with that dictionary first: zstd -d -D DICTIONARY FILE
container-zstd-trailing-bytes = Something that is not zstd follows the zstd data of { $name } from byte { $offset } on. It was ignored.
container-tar-truncated = The tar { $name } ends in the middle of an entry, at byte { $offset }. What came before is shown.
container-tar-corrupt = The tar { $name } is damaged at byte { $offset }. At least one of its files may be missing.
container-tar-sparse = { $name } is stored in the tar as a sparse file, which is not read here. Unpack the tar and open the file itself.
container-zip-truncated = The zip ends early: { $name } is cut at byte { $offset }. What came before is shown.
container-zip-corrupt = { $name } is damaged in the zip at byte { $offset }. What came before is shown.
container-zip-checksum = The checksum of { $name } in the zip does not fit, so some bytes may be wrong. All of it was read.
container-zip-encrypted = { $name } is encrypted in the zip. Unpack the zip with its password and open the file itself.
# $number: the method in the zip format.
container-zip-method = { $name } is packed in the zip with method { $number }, which is not read here. Unpack the zip and open the file itself.
container-zip-needs-table = { $name } is stored in the zip without its size, which only the table at the end of the zip tells. Download the zip whole and open it from disk.
# $number: how many bytes.
container-zip-gap = { $number } bytes from byte { $offset } of the zip on belong to no file. Something in { $name } may be missing.
container-archive-empty = There is no file in { $name }.
container-too-deep = { $name } is packed more than twice over. Unpack it once and open what comes out.
# $number: how many.
container-more-notes = { $number } more remarks about { $name } are not listed.

# The zip's own table could not be read; the files are read one by one.
container-zip-table = The table of contents of { $name } is missing or damaged. Its files were searched for from the front.
