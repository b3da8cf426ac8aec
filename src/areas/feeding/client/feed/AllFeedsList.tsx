import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { ListQuery } from '@/contract/resource'
import { callEndpoint } from '@/client/api/call-endpoint'
import { useList } from '@/client/api/use-list'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import { ResourcePage, type PageParts } from '@/client/resource/ResourcePage'
import { getFilterNames } from '@/client/resource/list-state'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { DownloadIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { recordTrouble } from '@/client/ui/trouble'
import { counterFeed, feed, feedAddCommands, feedReportEndpoints } from '../../contract/feed'
import { materialKinds, type MaterialKind } from '../../rules/feed'
import { CounterDialog } from './CounterDialog'
import { FindingList } from './FindingList'
import { calculateRemainingKg, type LocalFeedRow } from './check-feed-locally'

const COLUMNS = [
  'fedAt',
  'kg',
  'materialId',
  'lotId',
  'findings',
  'kind',
  'hopperId',
  'workOrderId',
  'lineId',
  'userId',
  'businessDate',
  'shift',
  'team',
  'reason',
  'entry',
  'note',
] as const
/** 投料记录: list of all feeds including counter-feeds, with tabs by kind. */
export function AllFeedsList({
  title,
  viewTabs,
  onStartFeeding,
}: {
  title: string
  viewTabs: ReactNode
  onStartFeeding: () => void
}) {
  const { t } = useTranslation(['feeding', 'contract'])
  const [params, changeParams] = useQueryParams()
  const kind = params.get('kind')
  // All kinds of feeds need the same permission.
  const canFeed = useCanCall(feedAddCommands[0]!.endpoint)
  const cells = useMemo(
    (): Cells => ({
      kg: (row) => (
        <span className={Number(row['kg']) < 0 ? 'feed-negative' : undefined}>
          <Quantity value={row['kg'] as number} unit="kg" decimals={3} />
        </span>
      ),
      findings: (row) => {
        const findings = row['findings'] as LocalFeedRow['findings']
        return findings.length > 0 && <FindingList findings={findings} />
      },
      shift: (row) =>
        row['shift'] ? t(`contract:shifts.${String(row['shift'])}`, { defaultValue: String(row['shift']) }) : '–',
    }),
    [t],
  )
  const parts = useMemo(
    (): PageParts => ({
      title,
      tools: <ReportButton kind={kind} />,
      above: (
        <>
          {viewTabs}
          <Tabs
            label={t('feed.fields.kind')}
            chosen={kind ?? 'all'}
            onChoose={(next) => changeParams({ kind: next === 'all' ? null : next, id: null })}
            tabs={[
              { key: 'all', label: t('pages.rawMaterial.allKinds') },
              ...materialKinds.map((key) => ({ key, label: t(`feed.options.kind.${key}`) })),
            ]}
          />
        </>
      ),
    }),
    [title, viewTabs, kind, t, changeParams],
  )
  return (
    <ResourcePage
      resource={feed}
      columns={COLUMNS}
      cells={cells}
      parts={parts}
      actions={(row) => <CounterButton row={row} />}
      primary={
        canFeed && (
          <Button look="primary" onClick={onStartFeeding}>
            {t('pages.rawMaterial.view.feed')}
          </Button>
        )
      }
    />
  )
}

/** Button that downloads the report of the chosen kind of material; hidden if the kind has no report. */
function ReportButton({ kind }: { kind: string | null }) {
  const { t } = useTranslation('feeding')
  const [params] = useQueryParams()
  const report = feedReportEndpoints.find((candidate) => candidate.kind === (kind as MaterialKind | null))
  const canDownload = useCanCall(report?.endpoint)
  if (!report || !canDownload) return null
  const label = t(`actions.${report.endpoint.name.replace('.', '_')}`)
  const query: ListQuery = Object.fromEntries(
    getFilterNames(feed)
      .filter((name) => name !== 'kind' && params.has(name))
      .map((name) => [name, params.get(name)]),
  )
  return (
    <Button
      look="quiet"
      icon={<DownloadIcon size={20} />}
      aria-label={label}
      title={label}
      onClick={() =>
        void callEndpoint(report.endpoint as Endpoint<ListQuery, Blob>, query).catch((error: unknown) =>
          recordTrouble('report of feeds not downloaded', error),
        )
      }
    />
  )
}

function CounterButton({ row }: { row: ListRow }) {
  const { t } = useTranslation('feeding')
  const canCounter = useCanCall(counterFeed)
  const [isDialogOpen, setDialogOpen] = useState(false)
  const feedRow = row as LocalFeedRow
  const { rows, refs, isLoading } = useList(
    feed,
    { counterOf: row.id, size: 100 },
    { enabled: feedRow.counterOf === null },
  )
  const remainingKg = calculateRemainingKg(feedRow, rows)
  if (!canCounter || feedRow.counterOf !== null || isLoading || remainingKg <= 0) return null
  return (
    <>
      <Button onClick={() => setDialogOpen(true)}>{t('actions.feed_counter')}</Button>
      {isDialogOpen && (
        <CounterDialog
          feedRow={feedRow}
          remainingKg={remainingKg}
          materialName={refs[feedRow.materialId] ?? ''}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </>
  )
}
