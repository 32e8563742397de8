// What people make bad passwords of: words, phrases, and rows of keys. Lower case, without spaces.

/** Words that passwords are put together from. */
export const commonWords: readonly string[] = `
password passwd passwort passwords passphrase motdepasse contrasena senha parola haslo wachtwoord losenord
pass word qwerty qwertz azerty asdf zxcv qaz wsx letmein welcome willkommen bienvenue bienvenido benvenuto
iloveyou love loveyou lovely ilove you hello goodbye hallo bonjour hola ciao please thankyou thanks
admin administrator root superuser user username guest login signin access account secret private security
secure default changeme change temp temporary test tester testing demo sample example trial
monkey dragon tiger lion eagle panther phoenix unicorn rabbit kitten puppy doggie horse butterfly dolphin
football baseball basketball hockey soccer tennis golf cricket fussball futbol
sunshine princess prince queen king angel master shadow killer hunter ranger ninja samurai pirate wizard
superman batman spiderman ironman starwars pokemon matrix mustang ferrari porsche mercedes harley yamaha
computer internet google facebook twitter youtube windows microsoft apple samsung android iphone server network
freedom whatever trustno trustnoone nothing something anything everything forever always never
summer winter spring autumn season sommer herbst fruehling
january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday
black white red green blue yellow orange purple silver golden gold pink brown
cookie cheese chocolate banana apple strawberry cherry coffee pepper ginger sugar butter
flower rainbow diamond crystal star stars moon sun sky heaven ocean river mountain
happy lucky magic power money success winner champion legend hero
family mother father brother sister mama papa baby babygirl babyboy sweetheart darling honey
event events conference congress meeting festival speaker speakers organiser organizer attendee owner sponsor
talk talks agenda programme program ticket lectern platform backoffice
company office work business team group club school college university student teacher
one two three four five six seven eight nine ten zero
my your our the this that is not and for with new old big super mega best good great
`
  .trim()
  .split(/\s+/)

/** Long passwords that are known as such; found only where they are all of it. */
export const commonPhrases: readonly string[] = `
correcthorsebatterystaple thequickbrownfox thequickbrownfoxjumps thequickbrownfoxjumpsoverthelazydog
tobeornottobe tobeornottobethatisthequestion maytheforcebewithyou nevergonnagiveyouup donttellanyone
iwanttobelieve openthedoorplease opensesameopensesame supercalifragilistic supercalifragilisticexpialidocious
loremipsumdolor loremipsumdolorsit loremipsumdolorsitamet onceuponatime happilyeverafter allyourbasearebelongtous
itsasecrettoeverybody imnottellingyou nobodyknowsthis youshallnotpass areyoukiddingme leavemealoneplease
idontknowmypassword iforgotmypassword iforgotmypasswordagain whatisthepassword enteryourpasswordhere
`
  .trim()
  .split(/\s+/)

/** Keys beside each other on usual keyboards, and the alphabet and digits in order. */
export const keyRows: readonly string[] = `
12345678901234567890 abcdefghijklmnopqrstuvwxyz qwertyuiopasdfghjklzxcvbnm qwertzuiopasdfghjklyxcvbnm
azertyuiopqsdfghjklmwxcvbn 1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p qazwsxedcrfvtgbyhnujmikolp
1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6u7i8o9p0 1a2b3c4d5e6f7g8h9i a1b2c3d4e5f6g7h8i9 147258369 159357 1a2s3d4f5g6h7j8k9l
asdfjklasdfjkl zaqxswcdevfrbgtnhymju
`
  .trim()
  .split(/\s+/)
