// The attributes that a column can contain, and the usual names of such columns in English, German, French, and Spanish.

import type { ItemKind } from '../file/programme.ts'

/**
 * The type of a cell, and the meaning of an empty one: `needed` must not be empty, `text` clears the attribute, `plain`
 * is an empty text, `kept` leaves the attribute unchanged, `yes` means no, and a `list` has no entries.
 */
export type CellKind = 'needed' | 'text' | 'plain' | 'kept' | 'yes' | 'list' | 'integer' | 'time'

export type Attribute = {
  kind: CellKind
  /** As {@link simplified} returns them. The best match comes first. */
  names: string[]
}

export type Attributes = Record<string, Attribute>

/** The names of each language are one text. */
const attribute = (kind: CellKind, ...names: string[]): Attribute => ({
  kind,
  names: names.flatMap((text) => text.split(' ')),
})

const id = 'externalid id code ref reference key guid uuid kennung kurzel referenz cle codigo referencia'
const biography =
  'description bio biography about shortbio beschreibung biografie biographie kurzbiografie kurzbiographie kurzvita vita uberdieperson biografia descripcion'
const avatar =
  'avatar avatarurl photo photourl picture profilepicture image foto fotourl bild bildurl profilbild portrait photodeprofil imagen fotodeperfil'
const company =
  'company companyname organization organisation employer affiliation firma unternehmen arbeitgeber institution einrichtung entreprise societe organisme empresa organizacion institucion'
const job =
  'job jobtitle position role tagline funktion beruf rolle stelle poste fonction metier cargo puesto rol profesion'
const surname = 'lastname surname familyname nachname familienname zuname nomdefamille apellido apellidos'
const givenName = 'firstname givenname forename vorname rufname prenom nombredepila'
const email =
  'email emails emailaddress emailaddresses mail mails emailadresse emailadressen mailadresse courriel courriels adresseemail adressemail correo correos correoelectronico direccioncorreo'
const wholeName =
  'name names fullname fullnames displayname namen vollername vorundnachname vornamenachname nom noms nomcomplet nometprenom prenometnom nombre nombres nombrecompleto nombreyapellidos nombreyapellido'
const image = 'image imageurl picture bild bildurl vorschaubild visuel illustration imagen'
const website =
  'website homepage url web webseite internetseite siteweb siteinternet site sitioweb paginaweb pagina blog'
const timeZone = 'timezone tz zeitzone fuseauhoraire zonahoraria'
const tags =
  'tags tag keywords topics schlagworte schlagworter stichworte stichworter motscles etiquettes etiquetas palabrasclave'

const talks: Attributes = {
  externalId: attribute(
    'needed',
    `${id} sessionid talkid eventid proposalid submissionid sessioncode vortragsid veranstaltungsid`,
  ),
  title: attribute(
    'needed',
    'title talktitle sessiontitle proposaltitle eventtitle talk session',
    'titel vortragstitel veranstaltungstitel titeldesvortrags titeldervortrage vortrag veranstaltung programmpunkt sitzung thema',
    'titre intitule titredelaconference titredelasession conference',
    'titulo titulodelacharla titulodelaponencia charla ponencia sesion',
  ),
  description: attribute(
    'plain',
    'description abstract shortdescription summary synopsis',
    'beschreibung kurzbeschreibung kurztext kurzfassung zusammenfassung inhalt teaser',
    'resume descriptif descriptioncourte',
    'descripcion resumen descripcioncorta',
  ),
  details: attribute(
    'text',
    'details longdescription fulldescription',
    'langbeschreibung ausfuhrlichebeschreibung langtext',
    'descriptiondetaillee',
    'descripciondetallada detalles',
  ),
  date: attribute(
    'time',
    'date day startdate',
    'datum tag startdatum',
    'jour datededebut',
    'fecha dia fechadeinicio',
  ),
  start: attribute(
    'time',
    'start starts startsat starttime timestart startat scheduledat begin begins time from',
    'beginn anfang startzeit zeitbeginn startzeitpunkt anfangszeit uhrzeit zeit von ab',
    'debut heuredebut heurededebut heure horaire',
    'inicio comienzo horainicio horadeinicio hora horario desde',
  ),
  end: attribute(
    'time',
    'end ends endsat endtime timeend endat finish to until',
    'ende endzeit zeitende schluss bis',
    'fin heurefin heuredefin jusqua',
    'horafin horadefin final hasta',
  ),
  duration: attribute(
    'kept',
    'duration durationminutes durationmin durationinminutes length minutes',
    'dauer dauerinminuten dauermin dauerminuten lange minuten',
    'duree dureeenminutes dureemin',
    'duracion duracionenminutos duracionmin minutos',
  ),
  timezone: attribute('text', timeZone),
  kind: attribute('kept', 'kind'),
  state: attribute('kept', 'state'),
  room: attribute(
    'text',
    'room roomname location hall stage',
    'raum raumname saal ort buhne horsaal',
    'salle lieu scene amphi',
    'sala lugar aula escenario',
  ),
  language: attribute('text', 'language languages', 'sprache vortragssprache', 'langue', 'idioma lengua'),
  track: attribute(
    'text',
    'track assignedtrack trackname',
    'strang schiene themenstrang rubrik themenbereich',
    'parcours thematique theme filiere',
    'pista linea tematica',
  ),
  tags: attribute(
    'list',
    `${tags} sessiontype sessionformat submissiontype format level`,
    'vortragsart veranstaltungsart art format kategorie kategorien niveau',
    'categorie categories typedesession',
    'categoria categorias formato nivel tipodesesion',
  ),
  hiddenTags: attribute('list', 'hiddentags'),
  type: attribute('kept', 'videotype streamtype'),
  video: attribute('text', 'video videourl stream streamurl'),
  image: attribute('text', image),
  links: attribute('list', 'links link url website weblink', 'liens lien', 'enlaces enlace'),
  featured: attribute('yes', 'featured hervorgehoben misenavant destacado'),
  recommended: attribute('yes', 'recommended empfohlen recommande recomendado'),
  keynote: attribute('yes', 'keynote iskeynote hauptvortrag conferencepleniere ponenciamagistral'),
  available: attribute('yes', 'available'),
  'features.chat': attribute('yes'),
  'features.questions': attribute('yes'),
  'features.surveys': attribute('yes'),
  'features.viewersCount': attribute('yes'),
  'features.viewersList': attribute('yes'),
  'features.rewardsEarning': attribute('yes'),
  'features.freeLive': attribute('yes'),
  'features.freeReplay': attribute('yes'),
}

const people: Attributes = {
  externalId: attribute(
    'needed',
    `${id} userid personid speakerid attendeeid contactid customerid crmid kundennummer`,
  ),
  email: attribute('needed', email),
  name: attribute('needed', `${wholeName} speakername`),
  firstName: attribute('needed', givenName),
  lastName: attribute('needed', surname),
  type: attribute('kept', 'type typ tipo'),
  username: attribute('kept', 'username benutzername nomdutilisateur nombredeusuario usuario'),
  avatar: attribute('text', avatar),
  description: attribute('text', biography),
  job: attribute('text', `${job} title titel`),
  company: attribute('text', company),
  tags: attribute('list', tags),
  timezone: attribute('text', timeZone),
  country: attribute('text', 'country land pays pais'),
  city: attribute('text', 'city town stadt ort wohnort ville ciudad'),
  status: attribute('text', 'status employment'),
  website: attribute('text', website),
  'socials.facebook': attribute('text', 'facebook'),
  'socials.linkedin': attribute('text', 'linkedin'),
  'socials.twitter': attribute('text', 'twitter x'),
  'socials.youtube': attribute('text', 'youtube'),
  'options.highlight': attribute('yes', 'highlight highlighted hervorgehoben misenavant destacado'),
  'options.endRegistration': attribute('yes', 'endregistration'),
}

const sponsors: Attributes = {
  externalId: attribute('needed', `${id} sponsorid companyid crmid`),
  name: attribute(
    'needed',
    `name sponsor sponsorname company companyname firma unternehmen nom entreprise societe nombre patrocinador empresa partner partenaire`,
  ),
  logo: attribute('needed', 'logo logourl'),
  level: attribute('integer', 'level tier stufe rang niveau nivel'),
  hasPage: attribute('yes', 'haspage'),
  pageContent: attribute('text', 'pagecontent'),
  pageFormat: attribute('kept', 'pageformat'),
  website: attribute('text', website),
  icon: attribute('text', 'icon iconurl'),
  color: attribute('text', 'color colour farbe couleur'),
  'options.displayInLobby': attribute('yes', 'displayinlobby lobby'),
  'options.highlight': attribute('yes', 'highlight highlighted hervorgehoben misenavant destacado'),
}

export const attributesOf: Record<ItemKind, Attributes> = { talks, people, sponsors }

/** Attributes of a speaker or moderator, in columns such as “Speaker 2 e-mail”. */
export const personAttributes: Attributes = {
  name: attribute('text', wholeName),
  email: attribute('text', email),
  firstName: attribute('text', givenName),
  lastName: attribute('text', surname),
  description: attribute('text', `${biography} bios`),
  avatar: attribute('text', avatar),
  job: attribute('text', `${job} title titel`),
  company: attribute('text', `${company} companies firmen`),
}

/** A header in lowercase, with only letters and digits, and without accents: “Résumé” becomes `resume`. */
export const simplified = (header: string): string =>
  header
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
