import { type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint, EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { RecordPage } from '@/client/resource/RecordPage'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import type { FormValues } from '@/client/resource/form-values'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { LineChart } from '@/client/ui/Charts'
import { PlusIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { useQueryParams } from '@/client/use-query-params'
import { baselineSavings, energyBaseline, fitBaseline } from '../contract/energy-baseline'
import { MetricTiles } from '@/client/figures/MetricTiles'

const columns = ['name', 'lineId', 'productId', 'fromDay', 'toDay', 'n', 'r2', 'pOfF', 'residualSd']
const baselineInputs = Object.keys(fitBaseline.input)

/** 能耗基准: fitted baselines with their tests, and the savings against each of them. */
export default function BaselineView({ title, tabs }: { title: string; tabs: ReactNode }) {
  const { t } = useTranslation('energy')
  const [params, changeParams] = useQueryParams()
  const canFit = useCanCall(fitBaseline)
  return (
    <RecordPage
      resource={energyBaseline}
      title={title}
      views={[{ key: 'baselines', label: t('energyBaseline.name') }]}
      above={tabs}
      list={{ columns }}
      form={() =>
        params.get('new') && canFit ? (
          <LazyCommandForm
            endpoint={fitBaseline as Endpoint<FormValues, unknown>}
            title={t('actions.energyBaseline_fit')}
            fieldNames={baselineInputs}
            onBack={() => changeParams({ new: null })}
            onDone={() => changeParams({ new: null })}
          />
        ) : null
      }
      panel={({ row, refs, onBack }) => (
        <PageFrame title={String(row['name'])} {...(onBack ? { onBack } : {})}>
          <div className="ui-sections energy">
            <BaselineSavingsPanel id={row.id} />
            <ResourceDetailView resource={energyBaseline} row={row} refs={refs} />
          </div>
        </PageFrame>
      )}
      primary={
        canFit && (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => changeParams({ new: '1' })}>
            {t('actions.energyBaseline_fit')}
          </Button>
        )
      }
    />
  )
}
function BaselineSavingsPanel({ id }: { id: string }) {
  const savings = useEndpoint(baselineSavings, { id }, { resources: ['energyBaseline', 'energyUse'] })
  return (
    <QueryBoundary query={savings} skeleton={<SkeletonChart />}>
      {(data) => <BaselineSavings data={data} />}
    </QueryBoundary>
  )
}
function BaselineSavings({ data }: { data: EndpointOutput<typeof baselineSavings> }) {
  const { t } = useTranslation('energy')
  return (
    <>
      <p className="chips">
        {data.problems.length === 0 ? (
          <StateBadge tone="ok">{t('pages.energy.valid')}</StateBadge>
        ) : (
          data.problems.map(({ problem }) => (
            <StateBadge key={problem} tone="warn">
              {t(`pages.energy.problems.${problem}`)}
            </StateBadge>
          ))
        )}
      </p>
      <MetricTiles
        tiles={[
          { label: t('answers.savedKwh'), value: data.savedKwh, unit: 'kWh' },
          { label: t('answers.savedPercent'), value: data.savedPercent, unit: '%', decimals: 1 },
          { label: t('answers.outOfRange'), value: data.outOfRange, unit: '' },
        ]}
      />
      <LineChart
        question={t('pages.energy.question.saved')}
        unit="kWh"
        period={`${data.from} – ${data.to}`}
        decimals={0}
        xs={data.days.map(({ day }) => day.slice(5))}
        series={[
          {
            name: t('pages.energy.cusum'),
            values: data.days.map(({ cumulative }) => cumulative),
            flags: data.days.map(({ inRange }) => inRange === 'no'),
          },
        ]}
      />
    </>
  )
}
