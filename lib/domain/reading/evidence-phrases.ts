import { countWords, isUnspaced, phrases, says, wordsOf } from './evidence-words.ts';

/** A phrase that says what a page is, and the words that may stand around it in a line that says nothing else. */
export interface Announcement {
  readonly cores: readonly string[];
  readonly around: ReadonlySet<string>;
}

/** Characters and words of the longest line that announces something and nothing else. */
const longest = { unspaced: 30, words: 16 } as const;

const notFoundCores = `
  not found|cannot be found|cant be found|could not be found|couldnt be found|does not exist|doesnt exist|no longer exists|can not be found
  cannot find|cant find|could not find|couldnt find|unable to find|isnt here|404
  nicht gefunden|existiert nicht|nicht vorhanden|nicht finden
  introuvable|pas été trouvée|pas été trouvé|non trouvée|non trouvé|nexiste pas|nexiste plus|pas trouvée
  no encontrada|no encontrado|no existe|no se encuentra|no se encontró|no se ha encontrado|no se pudo encontrar
  non trovata|non trovato|non esiste|non è stata trovata|inesistente
  não encontrada|não encontrado|não existe|não foi encontrada|não foi encontrado
  niet gevonden|bestaat niet|niet worden gevonden|niet vinden
  hittades inte|finns inte|inte hittas|hittas inte|ikke fundet|findes ikke|ikke funnet|finnes ikke|ei löydy|ei löytynyt|ei ole olemassa
  nie znaleziono|nie została znaleziona|nie istnieje|nie odnaleziono|nenalezena|nebyla nalezena|neexistuje|nenájdená|nem található|nem létezik
  nu a fost găsită|nu există|nije pronađena|ne postoji|ni mogoče najti|bulunamadı|mevcut değil
  не найдена|не найден|не найдено|не существует|не знайдено|не існує|не е намерена|δεν βρέθηκε|δεν υπάρχει
  見つかりません|見つかりませんでした|存在しません|找不到|未找到|不存在|無法找到|无法找到|찾을 수 없습니다|존재하지 않
  غير موجودة|לא נמצא|không tìm thấy|không tồn tại|tidak ditemukan|ไม่พบ`;

const notFoundAround = `
  a an the this that your our page pages file document url uri address link site website web webpage content article post thread topic entry resource object
  requested request you we i are is was were be been has have had it on server http https error status code 404 410 oops ooops whoops sorry uh oh hmm
  looking look for to find could can not no longer exist exists does doesnt any more anymore and but or may might seems like here there at by of in unfortunately
  die der das den diese dieser dieses seite datei dokument adresse angeforderte angeforderten gewünschte gesuchte aufgerufene konnte wurde werden leider fehler ist sie haben auf nicht mehr wir
  la le les cette page fichier document adresse demandée demandé que vous recherchez cherchez est erreur désolé désolée oups na a été plus ou
  el los esta página archivo documento dirección solicitada solicitado que busca buscas está error lo sentimos vaya ups ha sido
  il lo questa pagina documento indirizzo richiesta richiesto stai cercando è errore spiacenti ops siamo
  o os esta página arquivo endereço solicitada procurada você procura erro desculpe
  de het deze pagina bestand adres opgevraagde gevraagde u je zoekt is fout helaas kan kon werd
  sidan siden sivu sivua den det du söker letar efter sökte tyvärr beklager fel feil fejl side blev ble kunne kunde
  strona strony podana szukana żądana błąd niestety stránka požadovaná chyba bohužel az oldal a keresett hiba pagina căutată eroare stranica tražena greška
  sayfa aradığınız istenen hata üzgünüz страница запрашиваемая такая ошибка к сожалению сторінка помилка η σελίδα`;

const loginCores = `
  log in|login|sign in|signin|log on|logon|members only|authentication required|sign in required|login required
  anmelden|einloggen|anmeldung|login erforderlich|connexion|se connecter|connectez vous|identifiez vous|identification
  iniciar sesión|inicia sesión|inicio de sesión|identifícate|accedi|accesso|effettua il login|entrar|iniciar sessão|fazer login
  inloggen|aanmelden|logga in|log ind|logg inn|kirjaudu|kirjaudu sisään|zaloguj się|logowanie|přihlášení|přihlásit se|bejelentkezés|autentificare|prijava
  giriş yap|oturum aç|войти|вход|авторизация|увійти|вхід|σύνδεση|ログイン|サインイン|登录|登錄|登入|로그인|đăng nhập|masuk`;

const loginAround = `
  please you must need have to be be first in on at with your our the a an this that account accounts member members user users area zone portal page site content article view see read access
  continue proceed required register or and sign up join subscribe password username for welcome back
  bitte sie müssen sich um fortzufahren zum zur mit ihrem konto mitglieder bereich registrieren oder hier jetzt erforderlich
  veuillez vous pour continuer à votre compte espace membre membres ou créer un inscription mon client
  por favor debe para continuar su cuenta área o regístrate en con in per continuare il tuo account area soci utenti e riservata
  faça sua conta para continuar log u om door te gaan met uw je account för att fortsätta ditt konto for at fortsætte din konto
  aby kontynuować pro pokračování hesap hesabınıza в на сайт систему личный кабинет`;

const notFound: Announcement = around(notFoundCores, notFoundAround);
const login: Announcement = around(loginCores, loginAround);

export const announcements = { 'not-found': notFound, login } as const;

function around(cores: string, frame: string): Announcement {
  const sorted = [...phrases(cores)].sort((a, b) => b.length - a.length);
  return { cores: sorted, around: new Set(wordsOf(frame).split(' ')) };
}

/**
 * Whether a line says what is announced and nothing else.
 * @param own words that count as none: those of the page's own address
 */
export function announces(line: string, { cores, around }: Announcement, own: ReadonlySet<string>): boolean {
  const words = wordsOf(line);
  const core = cores.find((one) => says(words, one));
  if (core === undefined) return false;
  if (isUnspaced(words)) return words.length <= longest.unspaced;
  if (countWords(words) > longest.words) return false;
  const others = ` ${words} `.replace(` ${core} `, ' ').split(' ');
  return others.every((word) => word === '' || around.has(word) || own.has(word));
}

/** What a page says to a visitor whom it cannot give what was asked for. */
const toVisitor = phrases(`
  you requested|you are looking for|youre looking for|you were looking for|you have requested|you tried|you followed|you typed|requested page|requested url|was looking for
  no longer exists|no longer available|does not exist|doesnt exist|been moved|have moved|has moved|was moved|been deleted|been removed|was removed|been renamed|was deleted
  check the url|check the address|check the spelling|check your spelling|mistyped|typed the address|broken link|outdated link|return to the home|go back to the home|back to home|back to the homepage|go to the homepage|go home
  angeforderte|gewünschte seite|gesuchte|aufgerufene|existiert nicht|nicht mehr|verschoben|gelöscht|überprüfen sie|zur startseite
  demandée|que vous recherchez|que vous cherchez|nexiste pas|nexiste plus|déplacée|supprimée|vérifiez|retour à laccueil
  solicitada|que busca|que buscas|que estás buscando|que está buscando|no existe|ya no|eliminada|ha sido movida|verifique|volver al inicio
  richiesta|che stai cercando|che cerchi|non esiste|rimossa|spostata|torna alla home
  que procura|que você procura|que você está procurando|não existe|removida|movida|voltar para
  opgevraagde|die u zoekt|die je zoekt|bestaat niet|verplaatst|verwijderd|terug naar
  du söker|du letar efter|finns inte|flyttats|tagits bort|du leder efter|findes ikke|flyttet|slettet|finnes ikke|hakemaasi|poistettu|siirretty
  której szukasz|nie istnieje|przeniesiona|usunięta|kterou hledáte|neexistuje|přesunuta|odstraněna|keresett oldal|törölték|căutată|ștearsă
  aradığınız|kaldırılmış|taşınmış|запрашиваем|которую вы ищете|не существует|удалена|перемещена|не існує|видалена|που ψάχνετε
  お探しの|削除|移動|您访问的|您要找的|您訪問的|已被删除|已刪除|요청하신|삭제`);

/** What only a page says that wants consent to cookies and the like. */
const asksConsent = phrases(`
  use cookies|uses cookies|using cookies|use of cookies|we value your privacy|your privacy|your consent|consent to|before you continue|we and our partners|store and or access|cookie consent|privacy choices
  verwenden cookies|nutzen cookies|setzen cookies|verwendet cookies|ihre einwilligung|ihre zustimmung|ihre privatsphäre|deine privatsphäre|bevor sie fortfahren|bevor du fortfährst|wir und unsere partner
  utilisons des cookies|utilise des cookies|votre consentement|votre vie privée|avant de continuer|nous et nos partenaires|avec notre partenaire
  utilizamos cookies|usamos cookies|utiliza cookies|su consentimiento|tu consentimiento|su privacidad|tu privacidad|antes de continuar
  utilizziamo cookie|utilizziamo i cookie|usiamo i cookie|utilizza cookie|utilizza i cookie|il tuo consenso|la tua privacy|prima di continuare
  o seu consentimento|seu consentimento|sua privacidade|gebruiken cookies|gebruikt cookies|uw toestemming|je toestemming|uw privacy|je privacy|voordat je verdergaat
  använder cookies|använder kakor|ditt samtycke|bruger cookies|dit samtykke|bruker informasjonskapsler|käytämme evästeitä|używamy plików cookie|plików cookies|twoją prywatność|používáme soubory cookie|sütiket használ
  используем файлы cookie|использует файлы cookie|используем cookie|çerezleri kullan|çerez kullan|cookieを使用|クッキーを使用|使用cookie|使用 cookie|쿠키를 사용`);

/** What the other lines of such a page speak of. */
const aboutConsent = phrases(`
  cookie policy|cookie notice|cookie settings|our cookies|these cookies|necessary cookies|all cookies|cookies help|cookies are|cookies and|privacy|consent|partner|partners|vendors|preferences|settings|choice|choices|advertising|ads|personalised|personalized|analytics|measure|marketing|necessary|tracking|purposes|legitimate interest|personal data|imprint|terms|policy
  datenschutz|einwilligung|zustimmung|partnern|einstellungen|werbung|auswahl|notwendig|statistik|impressum|personenbezogene
  consentement|données|partenaires|paramètres|publicité|choix|finalités|confidentialité|mentions légales|privacidad|consentimiento|socios|preferencias|publicidad|consenso|preferenze|pubblicità|informativa
  privacidade|consentimento|toestemming|voorkeuren|advertenties|samtycke|inställningar|samtykke|evästeet|prywatność|zgoda|souhlas|согласие|реклама|çerez|プライバシー|同意|隐私|쿠키`);

/** What the headings of such a page name. */
const named = phrases(
  'cookie|cookies|consent|privacy|datenschutz|einwilligung|privatsphäre|consentement|confidentialité|vie privée|privacidad|consentimiento|consenso|privacidade|consentimento|toestemming|samtycke|kakor|samtykke|evästeet|prywatność|souhlas|согласие|çerez|同意|隐私|쿠키',
);

/** What buttons say that give consent. */
const accepts: ReadonlySet<string> = new Set(
  phrases(`
  accept|accept all|accept all cookies|accept cookies|i accept|agree|i agree|agree and continue|agree to all|accept and continue|accept continue|allow all|allow all cookies|allow cookies|consent|i consent|yes i agree|accept all and continue
  akzeptieren|alle akzeptieren|alles akzeptieren|alle cookies akzeptieren|cookies akzeptieren|zustimmen|allen zustimmen|alle zulassen|einverstanden|ich stimme zu|zustimmen und weiter|akzeptieren und weiter
  accepter|tout accepter|jaccepte|accepter et continuer|accepter et fermer|accepter les cookies|accepter tous les cookies|autoriser tous les cookies
  aceptar|aceptar todo|aceptar todas|acepto|aceptar cookies|aceptar y continuar|aceptar todas las cookies|accetta|accetto|accetta tutto|accetta tutti|accetta e continua|accetta tutti i cookie
  aceitar|aceitar todos|aceitar tudo|aceito|aceitar cookies|accepteren|alles accepteren|alle cookies accepteren|akkoord|ja ik ga akkoord
  acceptera|acceptera alla|godkänn|godkänn alla|jag godkänner|accepter alle|tillad alle|godta alle|godta|hyväksy|hyväksy kaikki|akceptuję|akceptuj wszystkie|zgadzam się|przejdź do serwisu|přijmout|přijmout vše|souhlasím|elfogadom
  принять|принять все|согласен|я согласен|kabul et|tümünü kabul et|同意する|すべて同意する|すべて許可|同意|接受|全部接受|接受全部|동의|모두 동의|모두 수락`),
);

/** What stands on a page that wants scripts. */
const wantsScripts = phrases(`
  enable javascript|javascript is disabled|javascript is required|requires javascript|javascript to run|need javascript|needs javascript|turn on javascript|without javascript|activate javascript|javascript must be enabled|javascript enabled|supports javascript
  javascript aktivieren|aktivieren sie javascript|javascript ist deaktiviert|benötigt javascript|activer javascript|activez javascript|active javascript|habilitar javascript|habilite javascript|active javascript|abilita javascript|abilitare javascript|ative o javascript
  schakel javascript|javascript inschakelen|aktivera javascript|aktiver javascript|włącz javascript|obsługi javascript|povolte javascript|включите javascript|включить javascript|javascripti etkinleştir|javascriptを有効|启用javascript|啟用javascript|启用 javascript`);

/** What stands there until the scripts have made the page. */
const waits: ReadonlySet<string> = new Set(
  phrases(
    'loading|please wait|loading please wait|just a moment|one moment please|initializing|laden|wird geladen|bitte warten|chargement|chargement en cours|cargando|caricamento|caricamento in corso|carregando|laddar|indlæser|ładowanie|načítání|загрузка|yükleniyor|読み込み中|加载中|載入中|로딩 중',
  ),
);

export function speaksToVisitor(words: string): boolean {
  return toVisitor.some((one) => says(words, one));
}

export function asksForConsent(words: string): boolean {
  return asksConsent.some((one) => says(words, one));
}

export function isAboutConsent(words: string): boolean {
  return aboutConsent.some((one) => says(words, one));
}

export function namesConsent(words: string): boolean {
  return named.some((one) => says(words, one));
}

export function isAcceptance(words: string): boolean {
  return accepts.has(words);
}

export function asksForScripts(words: string): boolean {
  return wantsScripts.some((one) => says(words, one));
}

export function isWaiting(words: string): boolean {
  return waits.has(words);
}
