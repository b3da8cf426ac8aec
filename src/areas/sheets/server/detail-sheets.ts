/** Reports built from the rows of other areas: material and finished products. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { sumFeeds, feedGroupKeys, type FeedGroupKey } from '@/areas/feeding/server/queries/feed-sums'
import {
  sumFinishedRolls,
  finishedKeys,
  sumSlitOutput,
  type FinishedKey,
  type FinishedRow,
} from '@/areas/rolls/server/queries/for-sheets'
import { loadNames } from '@/server/crud/load-names'
import type { Context } from '@/server/context'
import { finishedRow, materialRow, type finishedSheet, type materialSheet } from '../contract/detail-sheets'
import { countedUntil, daysOf, keysOf } from './days'
import { keyed, labelsOf, MOST_IN_FILE, MOST_LINES } from './figure-sheet'
import { keptBefore } from './kept'
import { blankOf, percentOf, sumOf, toGrams, toTenth } from './lines'

type Chosen<E> = Omit<EndpointInput<E>, 'format'>
type Material = EndpointOutput<typeof materialSheet>['rows'][number]
type Finished = EndpointOutput<typeof finishedSheet>['rows'][number]

/** Loads the report of material fed (GET /material_consumption_sheet). */
export async function material(
  ctx: Context,
  input: Chosen<typeof materialSheet>,
  most: number = MOST_LINES,
): Promise<EndpointOutput<typeof materialSheet>> {
  const by = keysOf<FeedGroupKey>(input.by, feedGroupKeys, ['kind', 'material'])
  const days = daysOf(ctx, input, by)
  const { lineId, team, shift, kind } = input
  const asked = { ...days, lineId, team, shift, kind, workOrderId: input.orderId }
  const found = await sumFeeds(ctx, { ...asked, by, maxRows: MOST_IN_FILE })
  const kinds = await sumFeeds(ctx, { ...asked, by: ['kind'], maxRows: 10 })
  const whole = sumOf(
    kinds.filter(({ key }) => key.kind !== 'pack'),
    (row) => row.kg,
  )
  const shown = found.slice(0, most)
  const words = await labelsOf(ctx, by, shown)
  const named = await namesOfKeys(ctx, shown, { material: 'material', lot: 'materialLot' })
  const rows = shown.map(({ key, kg, feeds }): Material => ({
    ...blankOf(materialRow),
    ...keyed(by, key, words),
    ...named(key),
    kind: (key.kind ?? null) as Material['kind'],
    kg: toGrams(kg),
    percent: key.kind === 'pack' ? null : percentOf(kg, whole),
    feeds,
  }))
  const total = {
    ...blankOf(materialRow),
    kg: toGrams(sumOf(kinds, (row) => row.kg)),
    feeds: sumOf(kinds, (row) => row.feeds),
  }
  return {
    ...(await countedUntil(ctx, days)),
    cut: found.length > shown.length,
    by: [...by],
    rows,
    total: found.length ? [total] : [],
    kept: await keptBefore(ctx, 'material', { ...days, lineId: lineId ?? null }),
  }
}

/** Loads the report of finished rolls (GET /finished_product). */
export async function finished(
  ctx: Context,
  input: Chosen<typeof finishedSheet>,
  most: number = MOST_LINES,
): Promise<EndpointOutput<typeof finishedSheet>> {
  const by = keysOf<FinishedKey>(input.by, finishedKeys, ['product', 'width', 'grade'])
  const days = daysOf(ctx, input, by)
  const { lineId, team, shift, productId, grade } = input
  const asked = { ...days, lineId, team, shift, productId, grade, workOrderId: input.orderId }
  const found = await sumFinishedRolls(ctx, { ...asked, by, most: MOST_IN_FILE })
  const shown = found.slice(0, most)
  const words = await labelsOf(ctx, by, shown)
  const named = await namesOfKeys(ctx, shown, { package: 'package' })
  const sums = (row: (typeof found)[number]) => ({
    rolls: row.rolls,
    kg: toGrams(row.kg),
    metres: toTenth(row.metres),
    squareMetres: toTenth(row.squareMetres),
    unweighed: row.unweighed,
  })
  const rows = shown.map((row): Finished => ({
    ...blankOf(finishedRow),
    ...keyed(
      by.filter((key) => key !== 'width' && key !== 'package'),
      row.key,
      words,
    ),
    ...named(row.key),
    widthMm: row.key.width ? Number(row.key.width) : null,
    grade: (row.key.grade ?? null) as Finished['grade'],
    ...sums(row),
  }))
  // Reads all rolls a second time only if there are more groups than the query returned.
  const [whole] =
    found.length < MOST_IN_FILE ? [added(found)] : await sumFinishedRolls(ctx, { ...asked, by: [], most: 1 })
  return {
    ...(await countedUntil(ctx, days)),
    cut: found.length > shown.length,
    by: [...by],
    rows,
    total: found.length && whole ? [{ ...blankOf(finishedRow), ...sums(whole) }] : [],
    slitOutputKg: toGrams(await sumSlitOutput(ctx, asked)),
    kept: await keptBefore(ctx, 'finished', { ...days, lineId: lineId ?? null }),
  }
}

const added = (groups: readonly FinishedRow[]): FinishedRow => ({
  key: {},
  rolls: sumOf(groups, ({ rolls }) => rolls),
  kg: sumOf(groups, ({ kg }) => kg),
  metres: sumOf(groups, ({ metres }) => metres),
  squareMetres: sumOf(groups, ({ squareMetres }) => squareMetres),
  unweighed: sumOf(groups, ({ unweighed }) => unweighed),
})
/**
 * Loads names for keys that only one report has. Returns a function from a key to its id and label columns. One query
 * per
 * kind.
 */
async function namesOfKeys<K extends string>(
  ctx: Context,
  rows: readonly { readonly key: Readonly<Partial<Record<string, string | null>>> }[],
  resources: Readonly<Record<K, string>>,
) {
  const found = new Map<string, Readonly<Record<string, string>>>()
  for (const key of Object.keys(resources) as K[])
    found.set(
      key,
      await loadNames(
        ctx,
        resources[key],
        rows.flatMap((row) => row.key[key] ?? []),
      ),
    )
  return (key: Readonly<Partial<Record<string, string | null>>>): Record<string, string | null> =>
    Object.fromEntries(
      (Object.keys(resources) as K[]).flatMap((name): [string, string | null][] => {
        const id = key[name]
        return id
          ? [
              [`${name}Id`, id],
              [name, found.get(name)?.[id] ?? id],
            ]
          : []
      }),
    )
}
