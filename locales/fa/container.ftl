# What was lost or strange while a file was unpacked.
# Kinds that leave nothing to read also have ID-title and ID-text, as failures have.
# $file: the entry or the file. $offset: byte offset in the packed stream.
# $number: see each message.

container-interrupted = اتصال پس از { $offset } بایت از { $file } قطع شد. آنچه رسیده بود نشان داده می‌شود؛ برای بقیه نشانی را دوباره باز کنید.
container-gzip-truncated = { $file } در میانهٔ داده‌های gzip، در بایت { $offset }، تمام می‌شود. آنچه پیش از آن بود نشان داده می‌شود؛ برای بقیه فایل را دوباره ضبط یا دانلود کنید.
container-gzip-corrupt = داده‌های gzip در { $file } از بایت { $offset } خراب است. آنچه پیش از آن بود نشان داده می‌شود؛ برای بقیه فایل را دوباره دانلود کنید.
container-gzip-checksum = سرجمع (checksum) gzip در { $file } جور نیست؛ پس شاید بعضی بایت‌ها نادرست باشند. همهٔ فایل خوانده شد.
container-gzip-padding = پس از داده‌های gzip در { $file }، از بایت { $offset } به بعد، بایت‌های صفر آمده است. چیزی از دست نرفته است.
container-gzip-trailing-bytes = پس از داده‌های gzip در { $file }، از بایت { $offset } به بعد، چیزی آمده که gzip نیست. نادیده گرفته شد.
container-zstd-truncated = { $file } در میانهٔ داده‌های zstd، در بایت { $offset }، تمام می‌شود. آنچه پیش از آن بود نشان داده می‌شود؛ برای بقیه فایل را دوباره ضبط یا دانلود کنید.
container-zstd-corrupt = داده‌های zstd در { $file } پس از بایت { $offset } خراب است. آنچه پیش از آن بود نشان داده می‌شود؛ برای بقیه فایل را دوباره دانلود کنید.
container-zstd-checksum = سرجمع (checksum) zstd در { $file } جور نیست؛ پس شاید بعضی بایت‌ها نادرست باشند. همهٔ فایل خوانده شد.
# $number: bytes of memory that the file asks for.
container-zstd-window = { $file } با پنجرهٔ zstd به اندازهٔ { $number } بایت فشرده شده است؛ این‌جا حداکثر { LTR("134217728") } بایت به کار می‌رود. آن را بدون { LTR("--long") } یا { LTR("--ultra") } دوباره فشرده کنید: { LTR("zstd -d FILE -c | zstd -o NEW.zst") }
container-zstd-dictionary = { $file } با یک واژه‌نامهٔ جداگانهٔ zstd فشرده شده که در دست نیست. نخست با همان واژه‌نامه بازش کنید: { LTR("zstd -d -D DICTIONARY FILE") }
container-zstd-trailing-bytes = پس از داده‌های zstd در { $file }، از بایت { $offset } به بعد، چیزی آمده که zstd نیست. نادیده گرفته شد.
container-tar-truncated = بایگانی tar با نام { $file } در میانهٔ یک فایل، در بایت { $offset }، تمام می‌شود. آنچه پیش از آن بود نشان داده می‌شود.
container-tar-corrupt = بایگانی tar با نام { $file } در بایت { $offset } خراب است. شاید دست‌کم یکی از فایل‌هایش کم باشد.
container-report-truncated = گزارش { $file } زود تمام می‌شود: تریسی در آن در بایت { $offset } بریده شده است. آنچه پیش از آن بود نشان داده می‌شود.
container-report-damaged = گزارش { $file } در بایت { $offset } خراب است. شاید دست‌کم یکی از تریس‌هایش ناقص باشد.
container-tar-sparse = { $file } در tar به شکل فایل تُنُک (sparse) نگه داشته شده که این‌جا خوانده نمی‌شود. tar را باز کنید و خود فایل را باز کنید.
container-zip-truncated = zip زود تمام می‌شود: { $file } در بایت { $offset } بریده شده است. آنچه پیش از آن بود نشان داده می‌شود.
container-zip-corrupt = { $file } درون zip در بایت { $offset } خراب است. آنچه پیش از آن بود نشان داده می‌شود.
container-zip-checksum = سرجمع (checksum) { $file } درون zip جور نیست؛ پس شاید بعضی بایت‌ها نادرست باشند. همهٔ فایل خوانده شد.
container-zip-encrypted = { $file } درون zip رمز شده است. zip را با گذرواژه‌اش باز کنید و خود فایل را باز کنید.
# $number: the method in the zip format.
container-zip-method = { $file } درون zip با روش { $number } فشرده شده که این‌جا خوانده نمی‌شود. zip را باز کنید و خود فایل را باز کنید.
container-zip-needs-table = { $file } بدون اندازه‌اش در zip نگه داشته شده و اندازه را تنها جدول پایان zip می‌گوید. zip را کامل دانلود کنید و از روی دیسک باز کنید.
# $number: how many bytes.
container-zip-gap = { $number } بایت از zip، از بایت { $offset } به بعد، به هیچ فایلی تعلق ندارد. شاید چیزی از { $file } کم باشد.
container-archive-empty = هیچ فایلی در { $file } نیست.
container-too-deep = { $file } بیش از دو بار تودرتو فشرده شده است. یک بار بازش کنید و آنچه بیرون می‌آید را باز کنید.
# $number: how many.
container-more-notes = { $number } نکتهٔ دیگر دربارهٔ { $file } در فهرست نیامده است.

# The zip's own table could not be read; the files are read one by one.
container-zip-table = فهرست محتوای { $file } نیست یا خراب است. فایل‌هایش از آغاز جست‌وجو شدند.

# Failures: nothing could be read.
container-zstd-window-title = { $file } این‌جا باز نمی‌شود
container-zstd-window-text = { container-zstd-window }
container-zstd-dictionary-title = { $file } این‌جا باز نمی‌شود
container-zstd-dictionary-text = { container-zstd-dictionary }
container-tar-sparse-title = { $file } این‌جا باز نمی‌شود
container-tar-sparse-text = { container-tar-sparse }
container-zip-encrypted-title = { $file } این‌جا باز نمی‌شود
container-zip-encrypted-text = { container-zip-encrypted }
container-zip-method-title = { $file } این‌جا باز نمی‌شود
container-zip-method-text = { container-zip-method }
container-zip-needs-table-title = { $file } این‌جا باز نمی‌شود
container-zip-needs-table-text = { container-zip-needs-table }
container-too-deep-title = { $file } این‌جا باز نمی‌شود
container-too-deep-text = { container-too-deep }
container-archive-empty-title = { $file } خالی است
container-archive-empty-text = { container-archive-empty }

# Nothing came out before the place where it is cut or damaged.
container-gzip-truncated-empty-title = { $file } در میانهٔ داده‌های gzip تمام می‌شود
container-gzip-truncated-empty-text = فقط { $offset } بایت دارد؛ کمتر از آن که چیزی از آن بیرون بیاید. فایل را دوباره ضبط یا دانلود کنید.
container-gzip-corrupt-empty-title = داده‌های gzip در { $file } خراب است
container-gzip-corrupt-empty-text = خرابی در بایت { $offset } است، پیش از آن که چیزی بیرون بیاید. فایل را دوباره دانلود کنید.
container-zstd-truncated-empty-title = { $file } در میانهٔ داده‌های zstd تمام می‌شود
container-zstd-truncated-empty-text = فقط { $offset } بایت دارد؛ کمتر از آن که چیزی از آن بیرون بیاید. فایل را دوباره ضبط یا دانلود کنید.
container-zstd-corrupt-empty-title = داده‌های zstd در { $file } خراب است
container-zstd-corrupt-empty-text = خرابی پس از بایت { $offset } است، پیش از آن که چیزی بیرون بیاید. فایل را دوباره دانلود کنید.
container-zip-truncated-empty-title = { $file } درون zip بریده شده است
container-zip-truncated-empty-text = zip پیش از آن که چیزی از این فایل بیرون بیاید تمام می‌شود. zip را دوباره دانلود کنید.
container-zip-corrupt-empty-title = { $file } درون zip خراب است
container-zip-corrupt-empty-text = خرابی در بایت { $offset } است، پیش از آن که چیزی از این فایل بیرون بیاید. zip را دوباره دانلود کنید.
