# Tables of Parquet that are not read, or not to their end.

parquet-cut-title = { $file } ends too early
parquet-cut-text = A Parquet file has its table of contents at its end, and this one ends without: it did not arrive whole. Copy or export it again.

parquet-damaged-title = { $file } is damaged
parquet-damaged-text = The Parquet file contradicts itself ({ $detail }). What stood before that place was kept. Copy or export it again.

parquet-encrypted-title = { $file } is encrypted
parquet-encrypted-text = Encrypted Parquet files are not read. Write the table again without encryption.

parquet-codec-title = { $file } is packed with { $detail }
parquet-codec-text = Parquet files are read when they are not packed, or packed with zstd, snappy, gzip or lz4. Write the table again with one of these.

parquet-too-large-title = { $file } is too large
parquet-too-large-text = { $detail ->
    [file] A Parquet file is held in memory as a whole, so files above 512 MB are not read. Write the table again in several files, such as Instruction_0.parquet and Instruction_1.parquet; they are joined.
    [text] The rows of this Parquet file are more than a thousand times as long as the file. Those up to that bound were kept.
    [columns] The Parquet file has more columns than are read.
   *[other] A part of the Parquet file ({ $detail }) needs more memory than is given to one file. What stood before it was kept.
 }

parquet-stopped-title = { $file } could not be read
parquet-stopped-text = Reading this Parquet file ended without an answer, as damaged files can make it. Everything else that is open is still there. Copy or export the file again.

parquet-reader-missing-title = { $file } could not be read
parquet-reader-missing-text = The part of this page that reads Parquet did not arrive. Check the connection and open the file again.
