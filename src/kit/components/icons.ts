// The icons of the pages, from Lucide (ISC License), and those of networks. The bundle contains only the icons listed here.
import arrowLeft from 'lucide-static/dist/esm/icons/arrow-left.mjs'
import arrowRight from 'lucide-static/dist/esm/icons/arrow-right.mjs'
import arrowUpDown from 'lucide-static/dist/esm/icons/arrow-up-down.mjs'
import arrowUpRight from 'lucide-static/dist/esm/icons/arrow-up-right.mjs'
import award from 'lucide-static/dist/esm/icons/award.mjs'
import calendar from 'lucide-static/dist/esm/icons/calendar.mjs'
import calendarDays from 'lucide-static/dist/esm/icons/calendar-days.mjs'
import calendarPlus from 'lucide-static/dist/esm/icons/calendar-plus.mjs'
import chartNoAxesColumn from 'lucide-static/dist/esm/icons/chart-no-axes-column.mjs'
import check from 'lucide-static/dist/esm/icons/check.mjs'
import chevronDown from 'lucide-static/dist/esm/icons/chevron-down.mjs'
import chevronRight from 'lucide-static/dist/esm/icons/chevron-right.mjs'
import circleAlert from 'lucide-static/dist/esm/icons/circle-alert.mjs'
import circleCheck from 'lucide-static/dist/esm/icons/circle-check.mjs'
import circleX from 'lucide-static/dist/esm/icons/circle-x.mjs'
import clipboardList from 'lucide-static/dist/esm/icons/clipboard-list.mjs'
import cloudOff from 'lucide-static/dist/esm/icons/cloud-off.mjs'
import code from 'lucide-static/dist/esm/icons/code.mjs'
import columns from 'lucide-static/dist/esm/icons/columns-3.mjs'
import copy from 'lucide-static/dist/esm/icons/copy.mjs'
import download from 'lucide-static/dist/esm/icons/download.mjs'
import ellipsis from 'lucide-static/dist/esm/icons/ellipsis.mjs'
import externalLink from 'lucide-static/dist/esm/icons/external-link.mjs'
import eye from 'lucide-static/dist/esm/icons/eye.mjs'
import eyeOff from 'lucide-static/dist/esm/icons/eye-off.mjs'
import fileText from 'lucide-static/dist/esm/icons/file-text.mjs'
import globe from 'lucide-static/dist/esm/icons/globe.mjs'
import hand from 'lucide-static/dist/esm/icons/hand.mjs'
import heart from 'lucide-static/dist/esm/icons/heart.mjs'
import image from 'lucide-static/dist/esm/icons/image.mjs'
import info from 'lucide-static/dist/esm/icons/info.mjs'
import keyRound from 'lucide-static/dist/esm/icons/key-round.mjs'
import languages from 'lucide-static/dist/esm/icons/languages.mjs'
import layoutDashboard from 'lucide-static/dist/esm/icons/layout-dashboard.mjs'
import link from 'lucide-static/dist/esm/icons/link.mjs'
import listFilter from 'lucide-static/dist/esm/icons/list-filter.mjs'
import lock from 'lucide-static/dist/esm/icons/lock.mjs'
import logIn from 'lucide-static/dist/esm/icons/log-in.mjs'
import logOut from 'lucide-static/dist/esm/icons/log-out.mjs'
import mail from 'lucide-static/dist/esm/icons/mail.mjs'
import mapPin from 'lucide-static/dist/esm/icons/map-pin.mjs'
import maximize from 'lucide-static/dist/esm/icons/maximize.mjs'
import menu from 'lucide-static/dist/esm/icons/menu.mjs'
import messageCircle from 'lucide-static/dist/esm/icons/message-circle.mjs'
import mic from 'lucide-static/dist/esm/icons/mic.mjs'
import pencil from 'lucide-static/dist/esm/icons/pencil.mjs'
import pictureInPicture from 'lucide-static/dist/esm/icons/picture-in-picture-2.mjs'
import play from 'lucide-static/dist/esm/icons/play.mjs'
import plus from 'lucide-static/dist/esm/icons/plus.mjs'
import presentation from 'lucide-static/dist/esm/icons/presentation.mjs'
import radio from 'lucide-static/dist/esm/icons/radio.mjs'
import redo from 'lucide-static/dist/esm/icons/redo-2.mjs'
import reply from 'lucide-static/dist/esm/icons/reply.mjs'
import search from 'lucide-static/dist/esm/icons/search.mjs'
import send from 'lucide-static/dist/esm/icons/send.mjs'
import settings from 'lucide-static/dist/esm/icons/settings.mjs'
import star from 'lucide-static/dist/esm/icons/star.mjs'
import tags from 'lucide-static/dist/esm/icons/tags.mjs'
import ticket from 'lucide-static/dist/esm/icons/ticket.mjs'
import trash from 'lucide-static/dist/esm/icons/trash.mjs'
import triangleAlert from 'lucide-static/dist/esm/icons/triangle-alert.mjs'
import trophy from 'lucide-static/dist/esm/icons/trophy.mjs'
import undo from 'lucide-static/dist/esm/icons/undo-2.mjs'
import upload from 'lucide-static/dist/esm/icons/upload.mjs'
import user from 'lucide-static/dist/esm/icons/user.mjs'
import userCheck from 'lucide-static/dist/esm/icons/user-check.mjs'
import users from 'lucide-static/dist/esm/icons/users.mjs'
import video from 'lucide-static/dist/esm/icons/video.mjs'
import webhook from 'lucide-static/dist/esm/icons/webhook.mjs'
import x from 'lucide-static/dist/esm/icons/x.mjs'

/** Networks, which Lucide does not have. */
const networks = {
  facebook:
    '<svg><path d="M14 21v-8h3l.5-3.5H14v-2A1.5 1.5 0 0 1 15.5 6h2V3h-3a4 4 0 0 0-4 4v2.5H8V13h2.5v8z"/></svg>',
  linkedin: '<svg><path d="M5.5 10v9.5M5.5 5v.01M10.5 19.5V10M10.5 14.5a4 4 0 0 1 8 0v5"/></svg>',
  twitter: '<svg><path d="M4 4h4.5L20 20h-4.5zM19 4l-6.5 7.2M11.2 13.2 5 20"/></svg>',
  youtube: '<svg><rect x="2.5" y="5" width="19" height="14" rx="4"/><path d="m10 9 5 3-5 3z"/></svg>',
}

export const icons = {
  'arrow-left': arrowLeft,
  'arrow-right': arrowRight,
  'arrow-up-down': arrowUpDown,
  'arrow-up-right': arrowUpRight,
  award,
  calendar,
  'calendar-days': calendarDays,
  'calendar-plus': calendarPlus,
  'chart-no-axes-column': chartNoAxesColumn,
  check,
  'chevron-down': chevronDown,
  'chevron-right': chevronRight,
  'circle-alert': circleAlert,
  'circle-check': circleCheck,
  'circle-x': circleX,
  'clipboard-list': clipboardList,
  'cloud-off': cloudOff,
  code,
  columns,
  copy,
  download,
  ellipsis,
  'external-link': externalLink,
  eye,
  'eye-off': eyeOff,
  'file-text': fileText,
  globe,
  hand,
  heart,
  image,
  info,
  'key-round': keyRound,
  languages,
  'layout-dashboard': layoutDashboard,
  link,
  'list-filter': listFilter,
  lock,
  'log-in': logIn,
  'log-out': logOut,
  mail,
  'map-pin': mapPin,
  maximize,
  menu,
  'message-circle': messageCircle,
  mic,
  pencil,
  'picture-in-picture': pictureInPicture,
  play,
  plus,
  presentation,
  radio,
  redo,
  reply,
  search,
  send,
  settings,
  star,
  tags,
  ticket,
  trash,
  'triangle-alert': triangleAlert,
  trophy,
  undo,
  upload,
  user,
  'user-check': userCheck,
  users,
  video,
  webhook,
  x,
  ...networks,
} as const
