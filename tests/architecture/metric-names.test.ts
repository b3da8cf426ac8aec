/** Each metric has its name from the shared list (`plant:figures`) wherever its key appears in the texts of an area. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sumNames, type SumName } from '@/areas/figures/rules/shift-sums'
import { metrics } from '@/plant/rules/metrics'

type Words = { readonly [key: string]: string | Words }
const languages = ['zh', 'en'] as const
const read = (path: string): Words => JSON.parse(readFileSync(path, 'utf8')) as Words

/** Places where the key means something else than the metric of that name. Areas with metrics; path of the parent. */
const OTHER_MEANINGS = new Set([
  'sheets inputOptions.sheet.stops',
  'sheets names.stops',
  'sheets closing.why.stops',
  'sheets closing.done.stops',
  'sheets answerOptions.class.unplanned',
  // The input-output report has manually entered lines.
  'sheets inputs.outputKg',
])
const AREAS = ['figures', 'boards', 'notices', 'sheets', 'overview']

function* leavesOf(
  words: Words,
  path: readonly string[] = [],
): Generator<readonly [path: readonly string[], text: string]> {
  for (const [key, value] of Object.entries(words))
    if (typeof value === 'string') yield [[...path, key], value]
    else yield* leavesOf(value, [...path, key])
}

test.each(languages)('a metric has one name in %s', (language) => {
  const names = read(`src/plant/locales/${language}.json`)['figures'] as Record<string, { name: string }>
  const other = AREAS.flatMap((area) =>
    [...leavesOf(read(`src/areas/${area}/locales/${language}.json`))].flatMap(([path, text]) => {
      const key = path.at(-1)!
      if (!(key in metrics) || OTHER_MEANINGS.has(`${area} ${path.join('.')}`)) return []
      return text === names[key]!.name ? [] : [`${area} ${path.join('.')}: ${text}, not ${names[key]!.name}`]
    }),
  )
  expect(other).toEqual([])
})

/** Sums that are a metric as they are. */
const METRIC_OF_SUM = {
  woundKg: 'outputKg',
  slitKg: 'slitOutputKg',
  slitGoodKg: 'goodKg',
  slitFirstKg: 'goodRollsKg',
  woundDowngradedKg: 'winderDowngradedKg',
  slitDowngradedKg: 'slitterDowngradedKg',
} as const satisfies Partial<Record<SumName, keyof typeof metrics>>
test.each(languages)(
  'a sum of shifts has one name in the areas that show it, and the name of its metric in %s',
  (language) => {
    const names = read(`src/plant/locales/${language}.json`)['figures'] as Record<string, { name: string }>
    const words = read(`src/areas/figures/locales/${language}.json`)
    const sharedLabels = read(`src/contract/locales/${language}.json`)['fields'] as Words
    const sums = { ...sharedLabels, ...((words['shiftFigure'] as Words)['fields'] as Words) }
    for (const [sum, metric] of Object.entries(METRIC_OF_SUM))
      expect([sum, sums[sum]]).toEqual([sum, names[metric]!.name])
    const others = [...leavesOf(words), ...leavesOf(read(`src/areas/sheets/locales/${language}.json`))].flatMap(
      ([path, text]) => {
        const key = path.at(-1)!
        const isSum = (sumNames as readonly string[]).includes(key) && !(key in metrics)
        // The cost of a meter's energy, as opposed to the cost of orders.
        if (!isSum || path.join('.') === 'answers.cost' || !['sum', 'answers', 'columns'].includes(path.at(-2)!))
          return []
        return text === sums[key] ? [] : [`${path.join('.')}: ${text}, not ${String(sums[key])}`]
      },
    )
    expect(others).toEqual([])
  },
)

/**
 * Masses of the balance of fed material: what left the winder. Orders, sheets and statistics measure rolls off the
 * slitters, so that the same order has other numbers there.
 */
const BALANCE_KEYS = ['goodKg', 'wasteKg'] as const
test.each(languages)('the mass balance names its masses otherwise than orders and statistics in %s', (language) => {
  const balanceWords = read(`src/areas/feeding/locales/${language}.json`)['answers'] as Record<string, string>
  const otherFolders = [
    'src/plant',
    'src/contract',
    ...readdirSync('src/areas', { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && entry.name !== 'feeding' ? [`src/areas/${entry.name}`] : [],
    ),
  ]
  for (const key of BALANCE_KEYS) {
    expect(balanceWords[key], key).toBeDefined()
    const otherNames = otherFolders.flatMap((folder) =>
      [...leavesOf(read(`${folder}/locales/${language}.json`))].flatMap(([path, text]) =>
        path.at(-1) === key || (path.at(-1) === 'name' && path.at(-2) === key) ? [text] : [],
      ),
    )
    expect(otherNames.length).toBeGreaterThan(2)
    expect(otherNames, key).not.toContain(balanceWords[key])
  }
})

/** Titles of cards and permissions that show several metrics. */
const CARD_TITLES = /^(cards?\.|.*plantFigure_|.*cards\.)/
test.each([
  ['zh', /不含输配及附加/],
  ['en', /without grid charges/],
] as const)(
  'the priced use of meters is told from the cost of orders, which has grid charges, in %s',
  (language, words) => {
    const folders = ['plant', 'contract', ...AREAS.map((area) => `areas/${area}`), 'areas/energy']
    const names = folders.flatMap((folder) =>
      [...leavesOf(read(`src/${folder}/locales/${language}.json`))].flatMap(([path, text]) => {
        const key = path.at(-1) === 'name' ? path.at(-2)! : path.at(-1)!
        const isEnergyCost =
          key.startsWith('energyCost') ||
          (folder === 'areas/energy' && /^answers\.(cost|costPerKg|orderCost)$/.test(path.join('.')))
        return isEnergyCost && !CARD_TITLES.test(path.join('.')) ? [[`${folder} ${path.join('.')}`, text] as const] : []
      }),
    )
    expect(names.length).toBeGreaterThan(6)
    expect(names.filter(([, text]) => !words.test(text))).toEqual([])
  },
)

test('first grade is 一等品: 优等品 is another grade of the standards', () => {
  const files = [
    'src/plant',
    'src/client',
    'src/client/help',
    ...readdirSync('src/areas').map((area) => `src/areas/${area}`),
  ]
  for (const folder of files) {
    let words: Words
    try {
      words = read(`${folder}/locales/zh.json`)
    } catch {
      continue
    }
    const found = [...leavesOf(words)].filter(([, text]) => text.includes('优等'))
    expect(found, folder).toEqual([])
  }
})
