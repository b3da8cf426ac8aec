import { counterFeed, feedEndpoints } from '@/areas/feeding/contract/feed'
import { MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import { roundDecimals } from '../random'
import type { LiveCrew } from './crew'
import { toBilingualText } from '../bilingual-text'

interface DosedMaterial {
  kind: string
  materialId: string
  percent: number
  hopperId: string | null
  lotId: string | null
  /** True if the lot does not hold enough material according to the records. */
  isShort: boolean | null
}
/**
 * Lists the materials that the order's standard doses, each with its hopper at the line and a lot with enough left.
 * @param kg mass of the web to feed material for
 */
const listDosedMaterials = (
  crew: LiveCrew,
  lineId: string,
  workOrderId: string,
  kg: number,
): Promise<DosedMaterial[]> =>
  crew.queryOnSite<DosedMaterial>(
    `select w.*, l.left_kg < $4::numeric * w.percent::numeric / 100 as "isShort" from (select m.kind, m.id as "materialId", (ratio->>'targetPercent')::float as percent,
       coalesce((select hopper_id from feed f where f.site_id = $1 and f.line_id = $2 and f.material_id = m.id and f.hopper_id is not null order by f.fed_at desc limit 1),
         (select hopper_id from feed f where f.site_id = $1 and f.line_id = $2 and f.kind = m.kind and f.hopper_id is not null order by f.fed_at desc limit 1)) as "hopperId",
       coalesce((select l.id from material_lot l where l.site_id = $1 and l.material_id = m.id and l.state in ('released', 'concession') and l.left_kg >= $4::numeric * (ratio->>'targetPercent')::numeric / 100 and (l.expires_on is null or l.expires_on > current_date + 1)
           order by exists (select 1 from feed f where f.site_id = $1 and f.line_id = $2 and f.lot_id = l.id) desc, l.received_on, l.id limit 1),
         (select lot_id from feed f where f.site_id = $1 and f.line_id = $2 and f.material_id = m.id order by f.fed_at desc limit 1)) as "lotId"
     from work_order o join process_standard s on s.site_id = o.site_id and s.id = o.process_standard_id, jsonb_array_elements(s.ratios) ratio join material m on m.site_id = $1 and m.id = (ratio->>'materialId')::uuid
     where o.site_id = $1 and o.id = $3 and (ratio->>'targetPercent')::numeric > 0) w left join material_lot l on l.site_id = $1 and l.id = w."lotId" order by w.kind, w."materialId"`,
    [lineId, workOrderId, kg],
  )

/** Records feeds that replace the material in `kg` of web, each into its hopper. */
export async function addFeeds(
  crew: LiveCrew,
  lineId: string,
  workOrderId: string,
  kg: number,
  occurredAt?: string,
): Promise<void> {
  for (const { kind, percent, materialId, hopperId, lotId, isShort } of await listDosedMaterials(
    crew,
    lineId,
    workOrderId,
    kg,
  )) {
    const endpoint = feedEndpoints.find(({ name }) => name === `feed.add${kind[0]!.toUpperCase()}${kind.slice(1)}`)
    if (!endpoint || !hopperId) continue
    await crew.callAs('OPERATOR-LINE', endpoint, {
      workOrderId,
      lineId,
      hopperId,
      materialId,
      lotId,
      kg: roundDecimals((kg * percent) / 100, 3),
      entry: 'scanned',
      ...(isShort
        ? { reason: crew.localize(toBilingualText('账面不足，实物仍有', 'Short by the books, but still there')) }
        : {}),
      ...(occurredAt ? { occurredAt } : {}),
    })
  }
}

/** Material is fed this long before the start, so that it has reached the web when the first roll is wound. */
const FEED_LEAD_MS = 15 * MINUTE_MS
/** Material for this many rolls is fed ahead. */
const ROLLS_FED_AHEAD = 1.5

/** Prepares the hoppers for an order; a hopper that holds another colour is emptied first. */
export async function prepareHoppers(
  crew: LiveCrew,
  lineId: string,
  workOrderId: string,
  nowMs: number,
): Promise<void> {
  const [lastRoll] = await crew.queryOnSite<{ kg: number | null }>(
    `select coalesce(net_kg, expected_kg)::float as kg from jumbo_roll where site_id = $1 and line_id = $2 and doffed_at is not null order by doffed_at desc limit 1`,
    [lineId],
  )
  const kg = (lastRoll?.kg ?? 0) * ROLLS_FED_AHEAD
  if (kg <= 0) return
  const emptiedAt = toMoment(nowMs - FEED_LEAD_MS)
  const masterbatches = (await listDosedMaterials(crew, lineId, workOrderId, kg)).filter(({ kind }) => kind === 'sub')
  for (const { hopperId } of masterbatches) {
    const [previousFeed] = await crew.queryOnSite<{ id: string; materialId: string }>(
      `select id, material_id as "materialId" from feed where site_id = $1 and line_id = $2 and hopper_id = $3 and counter_of is null and fed_at < $4 order by fed_at desc limit 1`,
      [lineId, hopperId, emptiedAt],
    )
    if (
      previousFeed &&
      !masterbatches.some((dosed) => dosed.materialId === previousFeed.materialId && dosed.hopperId === hopperId)
    )
      await crew.callAs('OPERATOR-LINE', counterFeed, {
        id: previousFeed.id,
        cause: 'changedOver',
        reason: crew.localize(toBilingualText('换色清斗', 'Hopper emptied for the colour change')),
        occurredAt: emptiedAt,
      })
  }
  await addFeeds(crew, lineId, workOrderId, kg, toMoment(nowMs - FEED_LEAD_MS + MINUTE_MS))
}
