import { hash, verify } from '@node-rs/argon2';
import { Problem } from '@/provider/problem';

/** OWASP parameters for Argon2id, the default algorithm of the library: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// The hash of a discarded random value: verifying against it takes as long as verifying against a real one.
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$eGArrapntUdS9RN/9WwZIg$7A7oFbYlaXN9rKqKqSax0WFCxByUPcIpca6ApFO6Pv4';

/** Hashes a password in the PHC format, which includes the parameters. */
export const hashPassword = (password: string): Promise<string> => hash(password, options);

/**
 * Whether the password matches the hash. Without a hash (unknown address, account without a password) it returns false
 * after the same time.
 */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const matches = await verify(passwordHash ?? dummyHash, password);
  return matches && passwordHash !== null;
}

/**
 * Stems of the most common passwords, in English and Portuguese: words, names, teams, brands, phrases. Letters only,
 * lower case; surrounding digits and symbols are removed before the comparison.
 */
const commonWords: ReadonlySet<string> = new Set(
  `
password passwort passwords passw passwd pass passme passcode mypassword mypass newpass newpassword thepassword
senha senhas minhasenha novasenha contrasena segredo secret secrets topsecret secreto private privado mudar mudeme
admin administrator administrador root superuser superusuario sysadmin user usuario guest visitante test teste tester
testing testtest demo temp temporary temporaria default changeme letmein letmeinnow welcome welcomeback bemvindo
login logon access acesso master mestre hello helloworld hellohello ola oimundo hi computer computador internet
server servidor system sistema windows linux ubuntu apple samsung iphone android google facebook twitter instagram
youtube linkedin microsoft amazon netflix spotify yahoo hotmail gmail outlook myspace nintendo playstation xbox
whatsapp telegram tiktok markwell bookmark bookmarks favoritos
qwerty qwertyu qwertyui qwertyuiop qwertz azerty asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl zxcv zxcvb zxcvbn
zxcvbnm qazwsx qazwsxedc wsxedc edcrfv poiuytrewq lkjhgfdsa mnbvcxz abcd abcde abcdef abcdefg abcdefgh abc aaa xxx
asd qwe qweasd qweasdzxc asdasd qweqwe zxczxc zaqwsx zaqxsw
iloveyou iloveu ilovegod ilovejesus iloveme ilovemyself iloveyousomuch iloveyouforever ilovemom ilovemyfamily
iloveyoubaby lovelove loveyou loveme love lover lovers lovely mylove truelove foreverlove amor amores meuamor
meusamores teamo euteamo amorzinho amoreterno minhavida vida minhafamilia familia family deus deusefiel deusfiel
deuseamor jesus jesuschrist jesuscristo jesusloves jesuscristoesenhor god godisgood godislove blessed blessing faith
grace angel angels anjo anjos heaven hope peace paz trust trustno trustme believe freedom liberdade forever
football futebol soccer baseball basketball basquete volleyball volei hockey tennis golf golfer golfing swimming
flamengo corinthians palmeiras santos saopaulo vasco vascodagama gremio internacional cruzeiro atletico fluminense
botafogo brasil brazil brasileiro portugal benfica sporting liverpool arsenal chelsea manchester everton barcelona
realmadrid juventus yankees lakers cowboys steelers packers eagles raiders broncos redsox patriots bulldogs
ronaldo neymar messi pele maradona zidane jordan kobe lebron senna ayrton ferrari porsche mercedes corvette mustang
camaro chevrolet honda toyota yamaha suzuki harley kawasaki subaru nissan mazda volkswagen
monkey macaco dragon dragao tiger tigre lion leao eagle aguia shadow sombra wolf wolves falcon panther bear puppy
kitten kitty doggy dog cat cachorro gatinho gatinha butterfly borboleta dolphin dolphins golfinho spider snoopy
turtle tartaruga rabbit coelho horse horses cavalo chicken bird phoenix unicorn unicornio
princess princesa prince principe queen rainha king rei superman batman spiderman ironman wonderwoman hulk captain
thor avengers joker pokemon pikachu naruto sasuke itachi goku vegeta dragonball starwars startrek skywalker yoda
harrypotter hogwarts gandalf frodo matrix terminator rambo rocky godzilla mickey minnie donald garfield tigger
barbie hellokitty spongebob simpsons minecraft fortnite counterstrike callofduty leagueoflegends worldofwarcraft
michael jennifer jessica ashley amanda daniel daniela joshua andrew matthew nicole anthony robert william thomas
charlie charlotte george jordan hunter buster thunder maggie ginger pepper summer winter spring autumn sunshine
sunflower flower flowers flor rainbow arcoiris moonlight stargate star stars estrela estrelinha moon lua sun sol
ocean beach praia mountain river fire ice water lightning thunder storm hurricane tornado
gabriel gabriela rafael rafaela lucas mateus matheus pedro joao maria jose joaquim antonio francisco carlos eduardo
fernando fernanda ricardo roberto paulo marcelo marcos andre bruno bruna leonardo gustavo guilherme felipe henrique
rodrigo thiago tiago vinicius victoria vitoria beatriz juliana mariana camila amanda leticia larissa patricia
jessica vanessa alexandre alexandra sandra samuel davi isabela isabella sophia sofia helena alice laura manuela
alexander benjamin christian christopher jonathan nicholas patrick richard samantha stephanie victoria elizabeth
caroline catherine melissa michelle rebecca rachel danielle brandon justin kevin steven edward jackson austin
scott maxwell oliver harley bailey cookie cookies chocolate banana morango strawberry cherry orange laranja lemon
apple coffee cafe cheese pizza whiskey vodka heineken cocacola pepsi
january february march april august september october november december janeiro fevereiro marco abril maio junho
julho agosto setembro outubro novembro dezembro monday tuesday wednesday thursday friday saturday sunday
segunda terca quarta quinta sexta sabado domingo spring verao inverno outono primavera natal christmas halloween
america american australia canada england london paris newyork california florida texas chicago boston dallas
riodejaneiro rio bahia curitiba brasilia recife fortaleza salvador portoalegre
whatever nothing nada something anything everything fuckyou fuckoff fucker fuckme asshole bitch bullshit merda
caralho porra sexy sexysexy lovesex pussy playboy hottie babygirl babyboy baby bebe sweet sweetie sweety sweetheart
honey cutie cutiepie precious beautiful gorgeous princess handsome gatinha lindinha linda lindo fofinha
mother father mommy daddy mamae papai mamaepapai filho filha brother sister irmao friends friend bestfriend amigo
amigos amizade family children happy happiness felicidade feliz smile smiley sorriso lucky sorte
maverick ranger hunter killer slayer warrior guerreiro knight ninja samurai pirate soldier sniper assassin
destiny diamond diamante silver golden gold prata ouro platinum crystal cristal emerald
metallica nirvana slipknot beatles blink eminem tupac snoopdogg rihanna beyonce shakira madonna michaeljackson
music musica guitar guitarra piano drummer rockstar rocknroll hiphop
purple yellow orange green black white blue red azul verde amarelo vermelho preto branco
student estudante school escola college teacher professor doctor company empresa office business dinheiro money
midnight crazy insane awesome genius hacker hacked cracker gamer player winner loser champion campeao
abracadabra opensesame sesame access granted openup letmego imback nopassword nopass donttell forgot forget esqueci
correcthorse correcthorsebatterystaple
`
    .trim()
    .split(/\s+/),
);

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1a2b3c4d5e6f7g8h9i0j',
  'a1b2c3d4e5f6g7h8i9j0',
  '147258369',
  '741852963',
  '789456123',
  '123654789',
];
const reversed = (text: string): string => Array.from(text).reverse().join('');
const sequences = rows.flatMap((row) => [row, reversed(row)]);

const letterSubstitutions: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '+': 't',
};
const affixLengthMax = 6;

const isSequence = (text: string): boolean => sequences.some((sequence) => sequence.includes(text));

/** A repeated short sequence: `aaaaaaaa`, `12341234`, `abcabcabc`. */
const isRepetition = (text: string): boolean => /^(.{1,6})\1+$/s.test(text);

const isFiller = (text: string): boolean =>
  text.length <= affixLengthMax || isSequence(text) || isRepetition(text);

const replaceSubstitutions = (text: string): string =>
  text.replace(/[0134578@$!+]/g, (sign) => letterSubstitutions[sign] ?? sign);

/** Whether a text is a common word between fillers, such as `Pa$$word2026!`. */
function isDecoratedWord(text: string): boolean {
  const plain = /^([^a-z]*)([a-z]+)([^a-z]*)$/.exec(text);
  if (plain && isFiller(plain[1] ?? '') && isFiller(plain[3] ?? '') && commonWords.has(plain[2] ?? ''))
    return true;
  const trimmed = /^(.*?[^\d\W_])([\d\W_]*)$/s.exec(text);
  const stem = replaceSubstitutions(trimmed?.[1] ?? text);
  return commonWords.has(stem) && isFiller(trimmed?.[2] ?? '');
}

/**
 * Whether a password is among the most common ones: a well-known word or name with surrounding digits and symbols or
 * with letters replaced by digits, a keyboard or alphabet sequence, or a repeated short sequence.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  return isSequence(text) || isRepetition(text) || isDecoratedWord(text);
}

/** Throws VALIDATION_FAILED for a common password. */
export function rejectCommonPassword(password: string, path = 'password'): void {
  if (!isCommonPassword(password)) return;
  throw new Problem('VALIDATION_FAILED', { issues: [{ path, code: 'password_too_common' }] });
}
