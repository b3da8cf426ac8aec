import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getFieldInLanguage } from '@/contract/language'
import { useList } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import { useMyLine } from '@/plant/client/line/my-line'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { useNow } from '@/client/clock'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { line } from '@/plant/contract/line'
import { HOUR_MS } from '@/plant/rules/plant-time'
import { SpeedChart } from './SpeedChart'

const SPAN_HOURS = ['8', '24', '168'] as const
const WEB_LINES_QUERY = { kind: 'spunbond,meltblown,composite', active: true, size: 100 }

/** Tab with the speed of a line and its stops. */
export default function SpeedView() {
  const { t } = useTranslation(['reports', 'plant', 'client'])
  const language = useLanguage()
  const now = useNow(60_000)
  const { rows, isLoading, error, refetch } = useList(line, WEB_LINES_QUERY)
  const [selectedLineId, setSelectedLineId] = useState<string | null>(null)
  const [hours, setHours] = useState<(typeof SPAN_HOURS)[number]>('8')
  const myLineId = useMyLine()
  const lineId = selectedLineId ?? rows.find((row) => row.id === myLineId)?.id ?? rows[0]?.id ?? null
  if (!lineId && error) return <NotLoadedView query={{ error, refetch }} />
  if (!lineId)
    return isLoading ? (
      <SkeletonChart />
    ) : (
      <EmptyState title={t('pages.stops.noLine')} advice={t('pages.stops.noLineNext')} />
    )
  const selectedLine = rows.find((row) => row.id === lineId)
  return (
    <div className="stops-scroll stop-figures stack gap-4">
      <h2 className="ui-hidden">{t('pages.stops.view.speed')}</h2>
      <Tabs
        label={t('inputs.lineId')}
        chosen={lineId}
        onChoose={setSelectedLineId}
        tabs={rows.map((row) => ({
          key: row.id,
          label: `${row.code} ${String(getFieldInLanguage(line, row, 'name', language))}`,
        }))}
      />
      <Tabs
        label={t('pages.stops.span')}
        chosen={hours}
        onChoose={setHours}
        tabs={SPAN_HOURS.map((key) => ({ key, label: t(`pages.stops.hours.${key}`) }))}
      />
      <SpeedChart
        lineId={lineId}
        from={now - Number(hours) * HOUR_MS}
        to={now}
        question={t('pages.stops.howFast', { line: selectedLine?.code ?? '' })}
      />
      <p className="quiet">{t('pages.stops.shaded')}</p>
    </div>
  )
}
