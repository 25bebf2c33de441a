# A saved report.

report-save = ذخیرهٔ گزارش
report-save-text = یک فایل { LTR("HTML") } با نتیجه، تصویرها، ارقام و بخش‌هایی از تریس‌ها که مقایسه شده‌اند؛ بدون شبکه و بدون این صفحه خوانده می‌شود
report-open = باز کردن در { LTR("Lowerscope") }
report-waiting = در انتظار آغاز به کار صفحه…
report-sent = تریس‌ها تحویل داده شدند. اگر صفحه پرسید که باز شوند، همان‌جا تأیید کنید.
report-blocked = مرورگر اجازه نمی‌دهد این فایل پنجره‌ای باز کند: اجازه دهید، یا تریس‌های پایین را ذخیره کنید و روی صفحه رها کنید.
report-silent = صفحه پاسخ نمی‌دهد. تریس‌های پایین را ذخیره کنید و روی آن رها کنید، یا همین فایل را.
report-zoom = برای جابه‌جایی بکشید، برای بزرگ‌نمایی { LTR("Ctrl") } و چرخ یا { LTR("+") } و { LTR("−") }
report-zoom-in = بزرگ‌نمایی
report-zoom-out = کوچک‌نمایی
report-zoom-all = نمایش همه
report-metrics = میانهٔ هر نمونه، با تفاوت نسبت به مبنا
report-fates = سرنوشت هر عمل
report-files = تریس‌های این فایل
report-files-text = آنچه مقایسه از آن‌ها لازم دارد؛ برای باز کردن، این فایل را روی { LTR("Lowerscope") } رها کنید
report-no-traces = تریس‌ها در این فایل نیستند: بیش از حد بزرگ‌اند.
report-part = { $count } از { $of } نمونه
report-foot = ساختهٔ { LTR("Lowerscope") }. هیچ‌چیز در این فایل به جایی وصل نمی‌شود.
report-made = گزارش ذخیره شد
report-made-bare = گزارش بدون تریس‌ها ذخیره شد: بیش از حد بزرگ‌اند، یا دوباره خوانده نمی‌شوند
report-packing = ساختن گزارش…

## Files

share-files = به شکل فایل
share-part = آنچه در دید است، به شکل { LTR("Chrome JSON") }
picture-svg = تصویر { LTR("(SVG)") }
picture-png = تصویر { LTR("(PNG)") }
picture-save-svg = ذخیرهٔ تصویر به شکل { LTR("SVG") }
picture-save-png = ذخیرهٔ تصویر به شکل { LTR("PNG") }
picture-no-canvas = مرورگر نتوانست تصویری به این اندازه بکشد: پنجره را کوچک‌تر کنید، یا به شکل { LTR("SVG") } ذخیره کنید
picture-no-frame = تصویر ساخته نشد: تریس بسته شد یا نما تغییر کرد. دوباره امتحان کنید.
