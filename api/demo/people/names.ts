/** Names in Latin script, or each name with its spelling in ASCII. */
export type Names = readonly string[] | Readonly<Record<string, string>>;

/** Family names that do not change with gender, or names of one gender. */
export type Pool = { readonly phone?: PhoneCountry; readonly given: Names; readonly family: Names };

type PhoneCountry = keyof typeof phoneRanges;

/** Reserved for fiction by the regulator of each country. `#` is any digit. */
export const phoneRanges = {
  us: ['+1 202 555 01##', '+1 312 555 01##', '+1 415 555 01##', '+1 617 555 01##', '+1 512 555 01##'],
  ca: ['+1 416 555 01##', '+1 514 555 01##', '+1 604 555 01##'],
  gb: ['+44 7700 900###', '+44 20 7946 0###', '+44 161 496 0###', '+44 131 496 0###'],
  ie: ['+353 20 91# ####'],
  au: ['+61 491 570 006', '+61 491 570 156', '+61 491 570 737', '+61 2 5550 ####', '+61 3 7010 ####'],
  fr: ['+33 6 39 98 ## ##', '+33 1 99 00 ## ##'],
  de: ['+49 30 23125 ###', '+49 89 99998 ###'],
  se: ['+46 70 174 06 1#', '+46 8 465 004 ##'],
} as const satisfies Record<string, readonly string[]>;

// biome-ignore format: one line per list of names
export const latinPools: readonly Pool[] = [
  {
    phone: 'gb',
    given: ['Alice', 'Thomas', 'Harriet', 'Callum', 'Grace', 'Owen', 'Bethan', 'Imogen', 'Rhys', 'Fiona'],
    family: ['Whitfield', 'Barrow', 'Ashdown', "D'Arcy", 'Llewellyn', 'Smythe-Jones', 'MacLeod', 'Pryce', 'Okoro', 'Hale'],
  },
  {
    phone: 'us',
    given: ['Jasmine', 'Tyrone', 'Mary-Kate', 'Brandon', 'Destiny', 'Luis', 'Autumn', 'Caleb', 'Shanice', 'Ethan'],
    family: ['Washington', 'Delgado', 'McAllister', 'Begay', 'Kowalski', 'St. Claire', 'Brooks', 'Nakamura', 'Boone', 'Price'],
  },
  {
    phone: 'ie',
    given: ['Siobhán', 'Pádraig', 'Aoife', 'Ciarán', 'Róisín', 'Oisín', 'Gráinne', 'Seán'],
    family: ["O'Sullivan", "O'Brien", 'Fitzgerald', 'MacMahon', 'Breen', 'Nolan', "O'Dea", 'Kinsella'],
  },
  {
    phone: 'fr',
    given: ['Zoë', 'François', 'Anaïs', 'Jean-Baptiste', 'Hélène', 'Benoît', 'Marie-Ève', 'Jérôme', 'Maëlys', 'Loïc'],
    family: ['Lefèvre', "de L'Étoile", 'Châtelain', 'Béranger', 'de La Tour', 'Guérin', 'Besançon', 'Noël', "d'Aubigné"],
  },
  {
    phone: 'de',
    given: ['Jürgen', 'Käthe', 'Björn', 'Bärbel', 'Lukas', 'Grete', 'Matthias', 'Ümit', 'Heike'],
    family: ['Müller', 'Groß', 'Schäfer', 'von der Heide', 'Weiß', 'Zöllner', 'Köhler', 'Meyer-Lüders', 'zu Rantzau'],
  },
  {
    phone: 'se',
    given: ['Åsa', 'Søren', 'Märta', 'Håkon', 'Jørgen', 'Päivi', 'Linnéa', 'Bjørg', 'Väinö'],
    family: ['Öberg', 'Ångström', 'Sjöqvist', 'Østergård', 'Mäkelä', 'Nygård', 'Ødegaard', 'Bäckström', 'Hämäläinen'],
  },
  {
    given: ['Íñigo', 'Begoña', 'João', 'Conceição', 'Núria', 'Matías', 'Inês', 'Rocío', 'Gonçalo', 'Ángela'],
    family: ['Núñez', 'Ibáñez de la Cruz', 'Gonçalves', 'dos Santos', 'Peña', 'Magalhães', 'y Quiñones', 'Simões', 'García-Olmo'],
  },
  {
    given: ['Łukasz', 'Małgorzata', 'Zdeněk', 'Ľubica', 'Grzegorz', 'Bożena', 'Jiří', 'Agnieszka', 'Dušan'],
    family: ['Wójcik', 'Zając', 'Krejčí', 'Martinů', 'Gołąb', 'Kołodziej', 'Petrů', 'Dąbek', 'Wróbel'],
  },
  {
    given: ['Ayşe', 'Işıl', 'Çağla', 'Oğuz', 'İbrahim', 'Şükrü', 'Gülşen', 'Ömer', 'Tuğçe'],
    family: ['Yıldız', 'Çelik', 'Şahin', 'Özgür', 'Doğan', 'Kılıç', 'Güneş', 'Işık', 'Aydoğdu'],
  },
  {
    given: ['Ștefan', 'Ioana', 'Zoltán', 'Enikő', 'Đorđe', 'Željka', 'Ģirts', 'Žydrė', 'Mădălina', 'Győző'],
    family: ['Țurcanu', 'Kővágó', 'Šimić', 'Đurić', 'Bălan', 'Szőke', 'Fehér', 'Živković', 'Rusu'],
  },
  {
    given: ['Adébáyọ̀', 'Ngozi', 'Chukwuemeka', 'Wanjirũ', 'Thandiwe', 'Kwabena', 'Olúwaṣeun', 'Sizwe', 'Fatou'],
    family: ['Ọláyínká', 'Nwachukwu', 'Kamau', 'Dlamini', 'Mensah', 'Adéyẹmí', 'Ndiaye', 'Nkosi', 'Otieno'],
  },
  {
    given: ['Nguyệt', 'Đức', 'Thùy Dung', 'Quốc Bảo', 'Hằng', 'Minh Triết', 'Ánh Tuyết', 'Hữu Phước', 'Yến Nhi'],
    family: ['Nguyễn', 'Trần', 'Phạm', 'Huỳnh', 'Võ', 'Đặng', 'Lê', 'Bùi', 'Đỗ'],
  },
];

// biome-ignore format: one line per list of names
export const otherPools: readonly Pool[] = [
  {
    given: { Ελένη: 'eleni', Αικατερίνη: 'aikaterini', Χρυσούλα: 'chrysoula', Δέσποινα: 'despoina', Ευαγγελία: 'evangelia', Ιφιγένεια: 'ifigeneia' },
    family: { Παπαδοπούλου: 'papadopoulou', Καραγιάννη: 'karagianni', Οικονόμου: 'oikonomou', Βλάχου: 'vlachou', Ξενάκη: 'xenaki', Μαυρίδου: 'mavridou' },
  },
  {
    given: { Γιώργος: 'giorgos', Οδυσσέας: 'odysseas', Θανάσης: 'thanasis', Μιχάλης: 'michalis', Στέλιος: 'stelios', Ηλίας: 'ilias' },
    family: { Παπαδάκης: 'papadakis', Αγγελόπουλος: 'angelopoulos', Χατζής: 'chatzis', Ρήγας: 'rigas', Τσάκωνας: 'tsakonas', Σιδέρης: 'sideris' },
  },
  {
    given: { Оксана: 'oksana', Юрій: 'yurii', Олександра: 'oleksandra', Дмитро: 'dmytro', Соломія: 'solomiia', Ївга: 'yivha', 'Мар’яна': 'mariana' },
    family: { Шевченко: 'shevchenko', Бондаренко: 'bondarenko', Мельник: 'melnyk', Кравчук: 'kravchuk', Коваль: 'koval', Щур: 'shchur', Ґалаґан: 'galagan', 'Нечуй-Гай': 'nechui-hai' },
  },
  {
    given: { Алёна: 'alyona', Сергей: 'sergey', Екатерина: 'ekaterina', Фёдор: 'fyodor', Марина: 'marina', Андрей: 'andrey', Юлия: 'yulia' },
    family: { Черных: 'chernykh', Седых: 'sedykh', Долгих: 'dolgikh', Жук: 'zhuk', Ткач: 'tkach', Дубяго: 'dubyago', Мицкевич: 'mitskevich' },
  },
  {
    given: { ليلى: 'layla', يوسف: 'yousef', فاطمة: 'fatima', 'عبد الرحمن': 'abdulrahman', نور: 'nour', خالد: 'khaled', زينب: 'zainab', طارق: 'tareq' },
    family: { الخطيب: 'al-khatib', حداد: 'haddad', المصري: 'al-masri', 'بن سالم': 'bensalem', العلي: 'al-ali', منصور: 'mansour', زيدان: 'zidan' },
  },
  {
    given: { پریسا: 'parisa', کیوان: 'keyvan', ژاله: 'zhaleh', گلناز: 'golnaz', چنگیز: 'changiz', 'محمد رضا': 'mohammadreza' },
    family: { کریمی: 'karimi', رستمی: 'rostami', پورحسینی: 'pourhosseini', یگانه: 'yeganeh', گودرزی: 'goudarzi' },
  },
  {
    given: { נעמה: 'naama', איתן: 'eitan', שירה: 'shira', אוריאל: 'uriel', תמר: 'tamar', יהונתן: 'yehonatan', רחל: 'rachel' },
    family: { 'בן דוד': 'ben-david', לוי: 'levi', פרץ: 'peretz', 'אבן־צור': 'even-tzur', מזרחי: 'mizrahi', שפירא: 'shapira' },
  },
  {
    given: { आदित्य: 'aditya', प्रियंका: 'priyanka', ज्योति: 'jyoti', विक्रम: 'vikram', श्रेया: 'shreya', कृष्णा: 'krishna', मीनाक्षी: 'meenakshi' },
    family: { शर्मा: 'sharma', त्रिपाठी: 'tripathi', जोशी: 'joshi', श्रीवास्तव: 'srivastava', कुलकर्णी: 'kulkarni', थापा: 'thapa' },
  },
  {
    given: { অনির্বাণ: 'anirban', শ্রাবন্তী: 'srabanti', রফিকুল: 'rafiqul', মৌসুমী: 'mousumi', তানভীর: 'tanvir', নুসরাত: 'nusrat' },
    family: { চট্টোপাধ্যায়: 'chattopadhyay', রহমান: 'rahman', সেনগুপ্ত: 'sengupta', হোসেন: 'hossain', বিশ্বাস: 'biswas', চৌধুরী: 'chowdhury' },
  },
  {
    given: { கார்த்திக்: 'karthik', மீனா: 'meena', செந்தில்: 'senthil', பிரியா: 'priya', அருள்மொழி: 'arulmozhi', கவிதா: 'kavitha' },
    family: { சுப்பிரமணியன்: 'subramanian', முருகன்: 'murugan', இராமசாமி: 'ramasamy', செல்வம்: 'selvam', வேலு: 'velu' },
  },
  {
    given: { สมชาย: 'somchai', กัญญา: 'kanya', ณัฐวุฒิ: 'natthawut', พิมพ์ชนก: 'pimchanok', ธีรวัฒน์: 'theerawat', ดวงใจ: 'duangjai' },
    family: { ศรีสุวรรณ: 'srisuwan', วงศ์ใหญ่: 'wongyai', รัตนพงษ์: 'rattanaphong', ทองดี: 'thongdee', จันทร์เพ็ญ: 'chanpen' },
  },
  {
    given: { ნინო: 'nino', გიორგი: 'giorgi', თამარ: 'tamar', ლევან: 'levan', ქეთევან: 'ketevan', ზურაბ: 'zurab' },
    family: { ბერიძე: 'beridze', კაპანაძე: 'kapanadze', ჯაფარიძე: 'japaridze', წერეთელი: 'tsereteli', ღვინიაშვილი: 'ghviniashvili' },
  },
  {
    given: { Անահիտ: 'anahit', Հայկ: 'hayk', Արմեն: 'armen', Նարինե: 'narine', Տիգրան: 'tigran', Շուշան: 'shushan' },
    family: { Սարգսյան: 'sargsyan', Պետրոսյան: 'petrosyan', Հակոբյան: 'hakobyan', 'Տեր-Գրիգորյան': 'ter-grigoryan', Մկրտչյան: 'mkrtchyan' },
  },
  {
    given: { አበበ: 'abebe', ሰላማዊት: 'selamawit', ዮሐንስ: 'yohannes', ትዕግስት: 'tigist', ዳዊት: 'dawit', ሄለን: 'helen' },
    family: { ተስፋዬ: 'tesfaye', በቀለ: 'bekele', 'ገብረ መድኅን': 'gebremedhin', ወልደማርያም: 'woldemariam', ኃይሌ: 'haile' },
  },
  {
    given: { 秀英: 'xiuying', 伟: 'wei', 梓涵: 'zihan', 雨欣: 'yuxin', 建国: 'jianguo', 思远: 'siyuan', 静: 'jing', 家豪: 'jiahao' },
    family: { 王: 'wang', 欧阳: 'ouyang', 陳: 'chen', 李: 'li', 張: 'zhang', 司马: 'sima', 趙: 'zhao', 黄: 'huang' },
  },
  {
    given: { 美咲: 'misaki', 翔太: 'shota', さくら: 'sakura', 健一郎: 'kenichiro', ひなた: 'hinata', エミリ: 'emiri', 陽菜: 'hina', 蓮: 'ren' },
    family: { 佐藤: 'sato', 髙橋: 'takahashi', 渡邊: 'watanabe', 小鳥遊: 'takanashi', 五十嵐: 'igarashi', 林: 'hayashi', 勅使河原: 'teshigawara' },
  },
  {
    given: { 서연: 'seoyeon', 민준: 'minjun', 지우: 'jiwoo', 하은: 'haeun', 도윤: 'doyun', 슬기: 'seulgi', 준: 'jun' },
    family: { 김: 'kim', 박: 'park', 최: 'choi', 남궁: 'namgung', 황보: 'hwangbo', 오: 'oh', 정: 'jung' },
  },
];

/** Unusual names that test forms and tables: first and last name. A mononym is given twice. */
export const rareNames: readonly (readonly [string, string])[] = [
  ['María de los Ángeles Guadalupe Inmaculada', 'Fernández de la Reguera y Pérez-Villaamil'],
  ['Miarintsoa Nomenjanahary', 'Razafindrakotoarimanana'],
  ['Wulandari', 'Wulandari'],
  ['Geert', "van 't Veld"],
  ['Femke', 'van der Heijden'],
  ['Leilani', 'Kahananui-ʻŌpūnui'],
  ['Mei-Lin', 'Ng'],
  ['Bo', 'O'],
  ['Annika', 'Null'],
  ['Renée', 'D’Amboise'],
  ['Sigríður Ósk', 'Þorsteinsdóttir'],
  ['J. R.', "O'Neill III"],
  ['Nikolaus', 'Graf von und zu Hohenfels'],
  ['Ana-Lucía', 'de Souza e Silva'],
];
