import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isUnreachable } from '@/client/api/api-error'
import { useCall } from '@/client/api/use-list'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { autoHandover } from '../../contract/handover'
import { FactsShown } from './FactsShown'
import type { HandoverRow } from './use-steps'

/** Kinds of rows whose change changes what the system knows of a shift. */
const behindFacts = [
  'handover',
  'jumboRoll',
  'slitRoll',
  'lineStop',
  'repair',
  'feed',
  'recycle',
  'workOrder',
  'cutting',
  'package',
  'inspectionRound',
  'dailyInspection',
  'postInspection',
  'processInspection1',
  'processInspection2',
  'firstInspection',
]
/** What the system knows now of a shift, this one unless the row is of another; without a network what it knew when the draft was last filled in. */
export function LiveFacts({
  lineId,
  row,
  refs,
}: {
  lineId: string
  row: HandoverRow | undefined
  refs: Readonly<Record<string, string>>
}) {
  const { t } = useTranslation(['handover', 'client'])
  const signed = row && row.state !== 'draft' ? row.facts[0] : undefined
  const shift = row ? { businessDate: row.businessDate, shift: row.shift } : {}
  const live = useCall(
    autoHandover,
    { lineId, ...shift },
    { resources: behindFacts, enabled: !signed, refreshEvery: 120_000 },
  )
  const names = useMemo(
    () => Object.fromEntries((live.data?.names ?? []).map(({ id, label }) => [id, label])),
    [live.data],
  )
  if (signed) return <FactsShown facts={signed} names={refs} />
  if (live.data) return <FactsShown facts={live.data} names={names} />
  const kept = row?.facts[0]
  if (kept) return <FactsShown facts={kept} names={refs} />
  if (live.isPending && live.fetchStatus !== 'paused' && !live.error) return <SkeletonDetail />
  if (live.error && !isUnreachable(live.error)) return <NotLoaded of={live} />
  return <p className="ui-card quiet">{t('pages.handover.factsLater')}</p>
}
