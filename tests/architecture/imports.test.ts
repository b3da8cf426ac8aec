import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areaOrder } from '@/areas/area-order'

// Allowed imports between the parts of the code. The terms are those of src/README.md.
const root = resolve(import.meta.dirname, '../..')
const files = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? files(path) : /\.tsx?$/.test(name) ? [path] : []
  })
const sources = [...files(join(root, 'src')), ...files(join(root, 'sw'))]

/** `src/areas/energy/server/x.ts` → `area:energy:server`, `src/plant/…` → `area:plant:…`; kits are `contract`, `server`, `client`, `offline`, `demo`, `sw`. */
function roomOf(path: string): string {
  const parts = relative(root, path).split(/[\\/]/)
  if (parts[0] === 'sw') return 'sw'
  if (parts[1] === 'plant') return `area:plant:${parts[2]}`
  if (parts[1] === 'areas') return parts[3] ? `area:${parts[2]}:${parts[3]}` : 'areas'
  return parts[2] ? parts[1]! : parts[1]!.replace(/\.\w+$/, '')
}
function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const named = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((m) => m[1]!)
  return named
    .filter((name) => (name.startsWith('.') || name.startsWith('@/')) && !name.endsWith('/package.json'))
    .map((name) => (name.startsWith('@/') ? join(root, 'src', name.slice(2)) : resolve(dirname(path), name)))
}

const height = (area: string | undefined): number => (areaOrder as readonly string[]).indexOf(area ?? '')
/** Allowed imports of an area's layer: from kits, and from its own area and the areas below. */
const layers: Record<string, { kits: RegExp; own: RegExp; below: RegExp }> = {
  rules: { kits: /^$/, own: /^rules$/, below: /^rules$/ },
  contract: { kits: /^contract$/, own: /^(contract|rules)$/, below: /^(contract|rules)$/ },
  server: { kits: /^(contract|server)$/, own: /^(server|contract|rules)$/, below: /^(contract|rules)$/ },
  client: {
    kits: /^(contract|client|offline)$/,
    own: /^(client|contract|rules|locales)$/,
    below: /^(contract|rules)$/,
  },
}
const kits: Record<string, RegExp> = {
  contract: /^contract$/,
  offline: /^contract$/,
  server: /^contract$/,
  client: /^(contract|offline)$/,
  sw: /^(contract|offline)$/,
  demo: /^(contract|server|area:\w+:(contract|rules))$/,
  areas: /^(contract|area:\w+:(contract|server|client)|server|client)$/,
  build: /^(areas|client|sw)$/,
}
/** True if a part may import from another part; `name` is the imported file. */
function mayImport(from: string, to: string, name: string): boolean {
  if (from === to) return true
  const [kind, area, layer] = from.split(':')
  if (kind !== 'area') return kits[from]?.test(to) ?? false
  const [toKind, toArea, toLayer = ''] = to.split(':')
  const allowed = layers[layer ?? '']
  if (!allowed) return false
  if (toKind !== 'area') return allowed.kits.test(to)
  if (toArea === area) return allowed.own.test(toLayer)
  if (height(toArea) > height(area)) return false
  // Areas build on the plant and may use all of it. They may use only the queries, writes and events
  // of another area's server and the shared components of its client.
  if (toArea === 'plant') return toLayer === layer || allowed.below.test(toLayer)
  if (layer === 'server' && /^src\/areas\/\w+\/server\/(queries|writes|events)(\/|$)/.test(name)) return true
  if (layer === 'client' && /^src\/areas\/\w+\/client\/shared\//.test(name)) return true
  return allowed.below.test(toLayer)
}
/** The few files that assemble the parts or must know more, with reasons. */
const exceptions: Record<string, RegExp> = {
  'src/server/main.ts': /^demo$/, // start-up: may fill the demonstration plant
  'src/server/program.ts': /^(areas|area:access:server)$/, // start-up: names the areas, seeds access
  'src/client/registered-areas.ts': /^areas$/, // start-up of the app
  'src/demo/load.ts': /^area:access:server$/, // everybody's documented password, hashed as the server hashes
  'src/demo/certificates.ts': /^area:(certificates|plant):server$/, // what a certificate says is worked out as the server works it out
  'src/demo/energy-history.ts': /^area:(prices|rolls|telemetry|plant):server$/, // abnormal hours and months are worked out from the readings as the server works them out
  'src/demo/bills.ts': /^area:(prices|telemetry|plant):server$/, // a bill is of what the meters counted, by slot and price as the server has them
  'src/demo/remaining-steps.ts': /^area:tracing:server$/, // what pellets were made of is derived as the server derives it
  'src/client/session/endpoints.ts': /^area:access:contract$/, // signing in is a call of access
}
const ruleKit =
  /^src\/contract\/(state-machine|merge-edits|moment-problem|typed-number|unit-table|decimal-sign|date-text|zone-clock|worksheet-cell|instant)/ // pure: what rules are written in

describe('the code base', () => {
  test('every import follows the allowed directions', () => {
    const wrong = sources.flatMap((path) => {
      const name = relative(root, path).replaceAll('\\', '/')
      const from = roomOf(path)
      return importsOf(path).flatMap((target) => {
        const to = roomOf(target)
        const toName = relative(root, target).replaceAll('\\', '/')
        if (mayImport(from, to, toName) || exceptions[name]?.test(to)) return []
        if (from.endsWith(':rules') && ruleKit.test(toName)) return []
        return [`${name} (${from}) imports ${toName} (${to})`]
      })
    })
    expect(wrong).toEqual([])
  })

  test.each([
    [
      'fetch(',
      /(?<![\w.])fetch\(/,
      /^(src\/client\/(api\/|start-app)|src\/offline\/transport|src\/server\/(doctor\/|files\/s3-client)|sw\/)/,
    ],
    [
      'the envelope',
      /errmsg: ''/,
      /^(src\/server\/http\/|src\/server\/sync\.ts|src\/client\/api\/|src\/offline\/|src\/contract\/)/,
    ],
    ['TanStack Table', /@tanstack\/react-table/, /^src\/client\/ui\/table\//],
    ['Drizzle tables', /pgTable\(/, /^src\/server\/db\//],
    ['raw HTML', /dangerouslySetInnerHTML|\.innerHTML\s*=/, /^$/],
  ])('%s has one owner', (_what, pattern, owner) => {
    const found = sources
      .map((path) => relative(root, path).replaceAll('\\', '/'))
      .filter(
        (name) =>
          !owner.test(name) &&
          pattern.test(readFileSync(join(root, name), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')),
      )
    expect(found).toEqual([])
  })

  test('rules read no clock and no randomness', () => {
    const found = sources
      .filter((path) => roomOf(path).endsWith(':rules'))
      .filter((path) => /Date\.now\(|new Date\(\)|Math\.random|crypto\./.test(readFileSync(path, 'utf8')))
    expect(found.map((p) => relative(root, p))).toEqual([])
  })

  test('no file is longer than 350 lines', () => {
    const long = sources
      .map((path) => [relative(root, path), readFileSync(path, 'utf8').split('\n').length] as const)
      .filter(([, lines]) => lines > 350)
    expect(long).toEqual([])
  })

  test('no Chinese outside locales, demo and word lists that are data', () => {
    // Seeded names, specification terms that are compared, and headings and dates as people write them.
    const data =
      /locales|^src\/demo|^src\/areas\/access\/server\/seeded-roles|^src\/client\/(api\/(judge|classify)|find\/page-synonyms|session\/session|format\/unit)|^src\/contract\/(translate-unit|language|unit-table|decimal-sign|date-text)|^src\/server\/excel\/(number-section|common-hanzi)|^src\/areas\/laboratory\/rules\/lab-columns|^src\/areas\/quality\/rules\/first-inspection|^src\/areas\/prices\/rules\/market-(worksheet|labels)/
    const filesWithChinese = sources
      .map((p) => relative(root, p).replaceAll('\\', '/'))
      .filter((name) => !data.test(name))
      .filter((name) =>
        /[\u4e00-\u9fff]/.test(readFileSync(join(root, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')),
      )
    expect(filesWithChinese).toEqual([])
  })
})
