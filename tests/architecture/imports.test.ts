import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

// Which part of the house may know which other. The words are those of src/README.md.
const root = resolve(import.meta.dirname, '../..')
const files = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? files(path) : /\.tsx?$/.test(name) ? [path] : []
  })
const sources = [...files(join(root, 'src')), ...files(join(root, 'sw'))]

/** `src/areas/energy/server/x.ts` → `area:energy:server`; kits are `contract`, `server`, `client`, `offline`, `demo`, `sw`. */
function roomOf(path: string): string {
  const parts = relative(root, path).split(/[\\/]/)
  if (parts[0] === 'sw') return 'sw'
  if (parts[1] === 'areas') return parts[3] ? `area:${parts[2]}:${parts[3]}` : 'areas'
  return parts[2] ? parts[1]! : parts[1]!.replace(/\.\w+$/, '')
}
function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const named = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((m) => m[1]!)
  return named
    .filter((name) => name.startsWith('.') || name.startsWith('@/'))
    .map((name) => (name.startsWith('@/') ? join(root, 'src', name.slice(2)) : resolve(dirname(path), name)))
}

const lists = ['areas'] // src/areas.ts: the list of contracts
/** Rooms that a room may import from, besides itself. */
function mayImport(from: string, to: string): boolean {
  if (from === to || lists.includes(to)) return true
  const [kind, area, layer] = from.split(':')
  const [toKind, toArea, toLayer] = to.split(':')
  if (kind === 'area') {
    if (toKind === 'area' && (toLayer === 'rules' || (toLayer === 'contract' && layer !== 'rules'))) return true
    if (layer === 'rules') return false
    if (layer === 'contract') return to === 'contract'
    if (toKind === 'area') return toArea === area && toLayer === 'locales'
    if (layer === 'server') return to === 'contract' || to === 'server'
    if (layer === 'client') return ['contract', 'client', 'offline'].includes(to)
    return false
  }
  const allowed: Record<string, string[]> = {
    areas: ['contract'],
    contract: [],
    offline: ['contract'],
    sw: ['contract', 'offline'],
    server: ['contract'],
    client: ['contract', 'offline'],
    demo: ['contract', 'server'],
  }
  if (toKind === 'area' && toLayer === 'rules') return from !== 'offline' && from !== 'contract' && from !== 'sw'
  return allowed[from]?.includes(to) ?? false
}
/** The few places that put the parts together, or must know more, and why. */
const exceptions: Record<string, RegExp> = {
  'src/areas.ts': /^area:\w+:contract$/,
  'src/server/areas.ts': /^area:\w+:server$/, // the explicit list of areas
  'src/client/areas.ts': /^area:\w+:client$/, // the explicit list of areas
  'src/server/main.ts': /^(area:access:server|demo)$/, // start-up seeds access and may fill the demonstration plant
  'src/demo/load.ts': /^area:access:server$/, // everybody's documented password, hashed as the server hashes
  'src/server/start-application.ts': /^area:access:server$/, // who a token belongs to
  'src/client/session/endpoints.ts': /^area:access:contract$/, // signing in is a call of access
}
const ruleKit = /^src\/contract\/(state-machine|merge-edits)/ // pure tables that rules are written in

describe('the house', () => {
  test('every import goes in the direction that is drawn', () => {
    const wrong = sources.flatMap((path) => {
      const name = relative(root, path).replaceAll('\\', '/')
      const from = roomOf(path)
      return importsOf(path).flatMap((target) => {
        const to = roomOf(target)
        const toName = relative(root, target).replaceAll('\\', '/')
        if (mayImport(from, to) || exceptions[name]?.test(to)) return []
        if (from.endsWith(':rules') && ruleKit.test(toName)) return []
        if (from === 'demo' && to.startsWith('area:') && /:(contract|rules)$/.test(to)) return []
        return [`${name} (${from}) imports ${toName} (${to})`]
      })
    })
    expect(wrong).toEqual([])
  })

  test.each([
    ['fetch(', /(?<![\w.])fetch\(/, /^(src\/client\/(api\/|boot)|src\/offline\/transport|sw\/)/],
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

  test('no file is longer than 300 lines, but for the tables of the demonstration plant', () => {
    const long = sources
      .filter((path) => roomOf(path) !== 'demo')
      .map((path) => [relative(root, path), readFileSync(path, 'utf8').split('\n').length] as const)
      .filter(([, lines]) => lines > 300)
    expect(long).toEqual([])
  })

  test('no Chinese outside locales, demo and word lists that are data', () => {
    // Seeded names, words of the specification that are compared, and dates as people write them.
    const data =
      /locales|^src\/demo|^src\/areas\/access\/server\/seeded-roles|^src\/client\/(api\/judge|session\/session)|^src\/server\/excel\/cell-values/
    const found = sources
      .map((p) => relative(root, p).replaceAll('\\', '/'))
      .filter((name) => !data.test(name))
      .filter((name) =>
        /[\u4e00-\u9fff]/.test(readFileSync(join(root, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')),
      )
    expect(found).toEqual([])
  })
})
