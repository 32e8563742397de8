// Portraits of people who do not exist, drawn from simple shapes.

export type Hair = 'short' | 'wavy' | 'curls' | 'bob' | 'long' | 'bun' | 'braids' | 'locs' | 'bald' | 'scarf'

export type Look = {
  skin: keyof typeof skins
  hair: Hair
  /** Of the hair, or of the scarf. */
  hairColor: string
  clothes: string
  background: string
  beard?: 'full' | 'moustache'
  glasses?: true
  earrings?: true
  isOlder?: true
}

const skins = {
  fair: { base: '#f6d3bd', shade: '#e8b699', lips: '#c96f62' },
  light: { base: '#eebf9d', shade: '#dba27c', lips: '#bb6152' },
  olive: { base: '#dba67c', shade: '#c48a5f', lips: '#a9554a' },
  tan: { base: '#c68a5c', shade: '#ad7246', lips: '#97493f' },
  brown: { base: '#9a6440', shade: '#815031', lips: '#76362f' },
  dark: { base: '#70452e', shade: '#593422', lips: '#5a2524' },
} as const

/** A square drawing: head and shoulders in front of a plain background. */
export function drawPortrait(look: Look): string {
  const { base, shade, lips } = skins[look.skin]
  const ink = '#2b2320'
  const { behind, front } = hairs[look.hair](look.hairColor)
  const brow = look.hair === 'bald' || look.hair === 'scarf' ? '#3c2f28' : darker(look.hairColor)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="30 10 260 260" width="320" height="320">
<defs>
  <linearGradient id="sky" x1="0" y1="0" x2="0.4" y2="1"><stop offset="0" stop-color="${look.background}"/><stop offset="1" stop-color="${darker(look.background, 0.84)}"/></linearGradient>
  <clipPath id="face"><path d="M104 128c0-46 22-72 56-72s56 26 56 72c0 48-24 86-56 86s-56-38-56-86z"/></clipPath>
</defs>
<rect width="320" height="320" fill="url(#sky)"/>
<circle cx="252" cy="66" r="96" fill="#fff" opacity=".14"/>
${behind}
<path d="M40 330c2-62 46-88 120-88s118 26 120 88z" fill="${look.clothes}"/>
<path d="M40 330c2-62 46-88 120-88v88z" fill="#fff" opacity=".07"/>
<path d="M132 190h56v44c0 24-56 24-56 0z" fill="${shade}"/>
<path d="M122 243c6 26 70 26 76 0l12 5c-10 40-90 40-100 0z" fill="${darker(look.clothes, 0.82)}"/>
<ellipse cx="103" cy="138" rx="12" ry="17" fill="${shade}"/><ellipse cx="217" cy="138" rx="12" ry="17" fill="${shade}"/>
<path d="M104 128c0-46 22-72 56-72s56 26 56 72c0 48-24 86-56 86s-56-38-56-86z" fill="${base}"/>
<g clip-path="url(#face)"><path d="M160 40h80v190h-80c34-10 44-50 44-92s-8-86-44-98z" fill="${shade}" opacity=".35"/>
<ellipse cx="126" cy="160" rx="15" ry="9" fill="${lips}" opacity=".16"/><ellipse cx="194" cy="160" rx="15" ry="9" fill="${lips}" opacity=".16"/>
${look.beard === 'full' ? `<path d="M98 140c8 26 22 30 34 24 16-9 40-9 56 0 12 6 26 2 34-24v90H98z" fill="${look.hairColor}"/>` : ''}</g>
<path d="M124 118q14-9 27-2M169 116q13-7 27 2" fill="none" stroke="${brow}" stroke-width="5" stroke-linecap="round"/>
<ellipse cx="138" cy="134" rx="5.5" ry="6.5" fill="${ink}"/><ellipse cx="182" cy="134" rx="5.5" ry="6.5" fill="${ink}"/>
<circle cx="140" cy="132" r="1.8" fill="#fff"/><circle cx="184" cy="132" r="1.8" fill="#fff"/>
<path d="M160 138c3 10 6 16 0 19" fill="none" stroke="${shade}" stroke-width="4.5" stroke-linecap="round"/>
${look.beard ? `<path d="M132 172q14-13 28-5 14-8 28 5-14 8-28 2-14 6-28-2z" fill="${look.hairColor}"/>` : ''}
<path d="M141 179q19 17 38 0-3 21-19 21t-19-21z" fill="${darker(lips, 0.8)}"/><path d="M146 182q14 7 28 0l-2 5q-12 4-24 0z" fill="#fff"/>
${look.isOlder ? `<path d="M112 146l-7 3M208 146l7 3M118 170q-4 8 0 14M202 170q4 8 0 14" stroke="${shade}" stroke-width="3" stroke-linecap="round" fill="none"/>` : ''}
${front}
${look.glasses ? `<g fill="none" stroke="#2d2a32" stroke-width="4"><circle cx="137" cy="135" r="18"/><circle cx="183" cy="135" r="18"/><path d="M155 133q5-4 10 0M119 131l-14-4M201 131l14-4"/></g>` : ''}
${look.earrings ? '<circle cx="102" cy="160" r="5" fill="#f2c14e"/><circle cx="218" cy="160" r="5" fill="#f2c14e"/>' : ''}
</svg>`
}

/** What is behind the head and the shoulders, and what is in front of the face. */
const hairs: Record<Hair, (color: string) => { behind: string; front: string }> = {
  short: (color) => ({
    behind: '',
    front: `<path d="M101 128c-8-52 18-86 60-86s66 30 58 86c-4-22-10-34-22-42-24 10-56 8-72-2-14 8-20 22-24 44z" fill="${color}"/>`,
  }),
  wavy: (color) => ({
    behind: '',
    front: `<path d="M100 130c-14-34-4-60 14-72 8-20 44-28 62-14 28-2 46 18 44 42 6 14 4 30-2 44-2-24-10-36-20-46-14 6-24 2-32-6-14 12-36 14-46 8-12 10-16 22-20 44z" fill="${color}"/>`,
  }),
  curls: (color) => ({
    behind: `<g fill="${darker(color, 0.85)}">${ring(15, 62)}</g>`,
    front: `<g fill="${color}"><circle cx="116" cy="86" r="22"/><circle cx="140" cy="68" r="24"/><circle cx="168" cy="64" r="24"/><circle cx="194" cy="74" r="23"/><circle cx="210" cy="96" r="18"/><circle cx="104" cy="108" r="15"/><circle cx="217" cy="116" r="12"/></g>`,
  }),
  bob: (color) => ({
    behind: `<path d="M84 214c-10-30-8-70-2-104 8-46 36-70 78-70s70 24 78 70c6 34 8 74-2 104-20 8-132 8-152 0z" fill="${darker(color, 0.85)}"/>`,
    front: `<path d="M98 152c-8-70 12-108 62-108s70 38 62 108c-4-26-8-44-16-58-40 0-66-10-78-22-8 22-24 36-30 80z" fill="${color}"/>`,
  }),
  long: (color) => ({
    behind: `<path d="M72 300c-4-50 4-100 8-160 4-64 36-100 80-100s76 36 80 100c4 60 12 110 8 160z" fill="${darker(color, 0.85)}"/>`,
    front: `<path d="M96 170c-8-80 12-126 64-126s72 46 64 126c-4-40-12-66-30-82-8-8-20-14-32-16-22 16-58 34-66 98z" fill="${color}"/>`,
  }),
  bun: (color) => ({
    behind: `<circle cx="160" cy="42" r="28" fill="${darker(color, 0.85)}"/>`,
    front: `<path d="M99 132c-8-56 18-90 61-90s69 34 61 90c-6-34-22-56-61-58-39 2-55 24-61 58z" fill="${color}"/>`,
  }),
  braids: (color) => ({
    behind: `<g stroke="${darker(color, 0.85)}" stroke-width="24" stroke-linecap="round" stroke-dasharray="1 19" fill="none"><path d="M94 120q-16 70-6 150"/><path d="M226 120q16 70 6 150"/></g>`,
    front: `<path d="M98 136c-8-60 18-94 62-94s70 34 62 94c-4-30-22-52-60-66-38 14-60 36-64 66z" fill="${color}"/><path d="M161 44v26" stroke="${darker(color, 0.7)}" stroke-width="3"/>`,
  }),
  locs: (color) => ({
    behind: `<g stroke="${darker(color, 0.85)}" stroke-width="16" stroke-linecap="round" fill="none"><path d="M100 90q-26 60-16 150"/><path d="M116 70q-40 70-16 190"/><path d="M220 90q26 60 16 150"/><path d="M204 70q40 70 16 190"/></g>`,
    front: `<g stroke="${color}" stroke-width="15" stroke-linecap="round" fill="none"><path d="M160 50q-46 6-56 66"/><path d="M164 50q-24 2-38 42"/><path d="M160 50q46 6 56 66"/><path d="M164 50q24 4 36 38"/><path d="M160 50q2 16-2 28"/></g><path d="M108 84c10-28 28-42 52-42s42 14 52 42c-30-16-74-16-104 0z" fill="${color}"/>`,
  }),
  bald: () => ({
    behind: '',
    front:
      '<path d="M128 74q18-14 40-10" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".25" fill="none"/>',
  }),
  scarf: (color) => ({
    behind: `<path d="M78 300c-14-60-12-130 2-180 12-50 40-82 80-82s68 32 80 82c14 50 16 120 2 180z" fill="${darker(color, 0.85)}"/>`,
    front: `<path fill-rule="evenodd" d="M90 150c-6-72 20-112 70-112s76 40 70 112c-4 60-30 96-70 110-40-14-66-50-70-110zM112 140c2 40 20 68 48 68s46-28 48-68c2-38-14-66-48-66s-50 28-48 66z" fill="${color}"/><path d="M108 214q52 46 104 0 14 40-20 74-52 14-84-22-10-26 0-52z" fill="${darker(color, 0.93)}"/>`,
  }),
}

/** Curls around the head. */
function ring(count: number, radius: number): string {
  return Array.from({ length: count }, (_, i) => {
    const angle = Math.PI * (0.92 + (i / (count - 1)) * 1.16)
    const [x, y] = [160 + Math.cos(angle) * (radius + 6), 118 + Math.sin(angle) * radius]
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="24"/>`
  }).join('')
}

/** The color with a share of its brightness. */
function darker(color: string, share = 0.7): string {
  const parts = [1, 3, 5].map((at) => Math.round(Number.parseInt(color.slice(at, at + 2), 16) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
