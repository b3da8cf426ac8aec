import '../parts/overview.css'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { usePlantZone } from '@/client/session/plant-zone'
import { LineChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonChart, SkeletonTable } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { useParams } from '@/client/use-params'
import type { EndpointOutput } from '@/contract/endpoint'
import { parametersCourse, parametersNow, type ParametersOfLine } from '../../contract/line-calls'
import { LIVE } from '../parts/live'
import { ParameterTable } from '../parts/ParameterTable'
import { LineSelect } from '../parts/PeriodBar'
import { lineTones } from '../tones'

/** 工艺参数: parameters of each line next to the standard of its order, and their course. */
export default function ParametersPage() {
  const { t } = useTranslation('overview')
  const [params, change] = useParams()
  const lineId = params.get('line') ?? ''
  const found = useEndpoint(parametersNow, lineId ? { lineId } : {}, LIVE)
  const key = params.get('key')
  return (
    <PageFrame title={t('pages.processParameters.title')}>
      <div className="overview">
        <div className="overview-bar">
          <LineSelect lineId={lineId} />
        </div>
        {found.isPending && <SkeletonTable />}
        {found.error && !found.data && <NotLoadedView of={found} />}
        {found.data?.length === 0 && <EmptyState title={t('glance.noLines')} next={t('parameters.noLinesNext')} />}
        <div className="overview-two">
          {found.data?.map((line) => (
            <LineParameters key={line.lineId} of={line} />
          ))}
        </div>
        {lineId && found.data?.[0] && (
          <>
            <label className="overview-bar">
              {t('parameters.courseOf')}
              <select
                className="ui-input"
                value={key ?? ''}
                onChange={(event) => change({ key: event.target.value || null }, true)}
              >
                <option value="">{t('parameters.choose')}</option>
                {found.data[0].parameters.map((one) => (
                  <option key={one.key} value={one.key}>
                    {one.label}
                  </option>
                ))}
              </select>
            </label>
            {key && <Course lineId={lineId} of={key} />}
          </>
        )}
      </div>
    </PageFrame>
  )
}
function LineParameters({ of }: { of: ParametersOfLine }) {
  const { t } = useTranslation('overview')
  return (
    <section className="ui-card" aria-label={of.label}>
      <h2>
        {of.label} <StateBadge tone={lineTones[of.state]}>{t(`lines.state.${of.state}`)}</StateBadge>
      </h2>
      <p className="quiet">
        {[of.order, of.product, of.standard ?? t('parameters.noStandard')].filter(Boolean).join(' · ')}
      </p>
      <ParameterTable of={of} />
    </section>
  )
}
function Course({ lineId, of }: { lineId: string; of: string }) {
  const found = useEndpoint(parametersCourse, { lineId, key: of }, { ...LIVE, refreshEvery: 300_000 })
  if (found.isPending) return <SkeletonChart />
  if (!found.data) return <NotLoadedView of={found} />
  const [series] = found.data.series
  return series ? <Drawn of={series} /> : null
}
function Drawn({ of }: { of: EndpointOutput<typeof parametersCourse>['series'][number] }) {
  const { t } = useTranslation('overview')
  const zone = usePlantZone()
  if (of.points.length + of.inspections.length === 0) return <p className="quiet">{t('parameters.noCourse')}</p>
  const times = [...new Set([...of.points.map(({ at }) => at), ...of.inspections.map(({ at }) => at)])].sort()
  const means = new Map(of.points.map(({ at, mean }) => [at, mean]))
  const measured = new Map(of.inspections.map(({ at, value }) => [at, value]))
  return (
    <LineChart
      question={t('pages.courseOf', { figure: of.label })}
      unit={of.unit ?? ''}
      decimals={1}
      period={`${formatMoment(times[0], zone)} – ${formatMoment(times.at(-1), zone)}`}
      xs={times.map((at) => Date.parse(at))}
      formatX={(x) => formatMoment(x, zone).slice(5)}
      marks={(['low', 'target', 'high'] as const).flatMap((name) =>
        of[name] === null
          ? []
          : [
              {
                label: t(`parameters.${name}`),
                value: of[name],
                tone: name === 'target' ? 'target' : 'limit',
              } as const,
            ],
      )}
      series={[
        { name: t('parameters.live'), values: times.map((at) => means.get(at) ?? null) },
        { name: t('parameters.measured'), values: times.map((at) => measured.get(at) ?? null) },
      ]}
    />
  )
}
