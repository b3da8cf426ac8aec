import { useTranslation } from 'react-i18next'
import { isUnreachable } from '@/client/api/api-error'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { FactsShown } from './FactsShown'
import { useFacts } from './use-facts'
import type { HandoverRow } from './use-steps'

/** Newest available snapshot of a shift, with its time. */
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
  const { facts, names, live } = useFacts(lineId, row, refs)
  if (facts) return <FactsShown facts={facts} names={names} />
  if (live.isPending && live.fetchStatus !== 'paused' && !live.error) return <SkeletonDetail />
  if (live.error && !isUnreachable(live.error)) return <NotLoadedView of={live} />
  return <p className="ui-card quiet">{t('pages.handover.factsLater')}</p>
}
