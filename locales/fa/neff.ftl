# From ops to NEFFs and their device profiles.

neff-title = NEFF
neff-title-many = NEFFها
neff-open = باز کردن دستورهایش
neff-open-of = باز کردن دستورهای { $name } در { $file }
neff-runs = { $count ->
    [1] ۱ اجرا، { $total }
   *[other] { $count } اجرا، روی هم { $total }
}
neff-one-run = { $time } هنگام پروفایل
neff-of-op = از عملیات
neff-key = کلید کش
neff-beyond = … و { $count } مورد دیگر
neff-no-profiles = پروفایل دستگاهی باز نیست: پروفایل NEFFهایش را کنار ردگیری رها کنید.
neff-other-key = هیچ کدام از پروفایل‌های دستگاه باز از NEFFی با این کلید کش یا نام نیست.
neff-no-key = ردگیری کلید کش این اجرا را نمی‌گوید، و هیچ پروفایل دستگاه بازی به نام آن نیست.
neff-ambiguous = نامش با چند NEFF جور است و هیچ کلید کشی نمی‌گوید منظور کدام است.

neff-ran-by = اجراکننده
neff-ran-by-nobody = { $traces ->
    [0] هیچ ردگیری‌ای که NEFF اجرا کند باز نیست: ردگیری چارچوب را کنار این پروفایل رها کنید تا دیده شود کدام عملیات آن را اجرا کردند.
    [1] ردگیری باز این NEFF را اجرا نمی‌کند، یا کلید کشی را که در این پروفایل است نمی‌گوید.
   *[other] هیچ کدام از { $traces } ردگیری باز این NEFF را اجرا نمی‌کند، یا کلید کشی را که در این پروفایل است نمی‌گوید.
}
neff-ran-by-row = { $op } در { $file }
neff-ran-by-go = رفتن به { $op } در { $file }

paths-neffs = NEFFها
paths-neffs-text = آنچه هر مسیر روی دستگاه اجرا می‌کند، و پروفایل دستگاهی که دستورهایش را نشان می‌دهد؛ زمان‌ها جمع اجراهای یک دور هستند
paths-neffs-path = مسیر
paths-neffs-name = NEFF
paths-neffs-executions = اجراها
paths-neffs-ran = در ردگیری
paths-neffs-profiled = در پروفایل
paths-neffs-engines = کار موتورها
paths-neffs-alone = DMA پوشیده‌نشده
paths-neffs-waiting = انتظار
paths-neffs-hbm = بایت‌های HBM
paths-neffs-profile = پروفایل دستگاه
paths-neffs-all = همه

synthetic = ساختگی
synthetic-text = با اسکریپت ساخته شده، نه ضبط: نشان می‌دهد صفحه چه می‌کند و چیزی دربارهٔ سخت‌افزار نمی‌گوید.
