import './trace.css'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useEndpoint, useRow } from '@/client/api/use-list'
import { RowActionBar, useRowActions } from '@/client/resource/RowActionBar'
import { useListKeys } from '@/client/resource/use-list-keys'
import { getRowCards } from '@/client/area-registry'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { AreaCards } from '@/client/shell/AreaCards'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { ScanIcon, SearchIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { ScannerDialog, useHardwareScanner } from '@/client/ui/ScannerDialog'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { trace } from '@/areas/tracing/contract/trace'
import { LotBalanceSection } from './LotBalanceSection'
import { HoldActionBar } from './hold/HoldActionBar'
import { TracedDowngradesCard } from './TracedDowngradesCard'
import { TracedItemHeader, useTracedNumber } from './TracedItemHeader'
import { TraceLevelsView } from './TraceLevelsView'
import type { TraceKind } from './trace-tree'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { TextInput } from '@/client/ui/TextInput'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '@/areas/slitting/contract/slitting'

type TraceQuery = ({ number: string } | { kind: TraceKind; id: string }) & { page?: number }
function parseTraceQuery(params: URLSearchParams): TraceQuery | null {
  const kind = params.get('kind')
  // Links from other pages name the row by `id`, actions on a row by `row`.
  const rowId = params.get('row') ?? params.get('of') ?? params.get('id')
  const number = params.get('number') ?? params.get('code')
  const page = Number(params.get('page')) > 1 ? { page: Number(params.get('page')) } : {}
  if (kind && rowId) return { kind: kind as TraceKind, id: rowId, ...page }
  return number ? { number, ...page } : null
}

/** 追溯: searches for a number and shows the whole tree of the item, up to the lots and down to the customer. */
export default function TraceView({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('tracing')
  const [params, setParams] = useSearchParams()
  const query = useMemo(() => parseTraceQuery(params), [params])
  const [isScanning, setScanning] = useState(false)
  const openedRow = query && 'kind' in query ? query : null
  const hasRowActions = useRowActions(openedRow?.kind ?? '').length > 0
  const rowWithActions = hasRowActions ? openedRow : null
  const openedNumber = useTracedNumber(openedRow)
  // A scanned item shows its actions first; the tree follows on request.
  const isScanned = params.has('code') && openedRow !== null
  const [isTreeOpen, setTreeOpen] = useState(!isScanned)
  const search = (text: string) => {
    setScanning(false)
    if (text.trim()) setParams({ number: text.trim() })
  }
  useHardwareScanner(search)
  return (
    <PageFrame
      title={openedNumber ?? t('pages.qualityTracking.title')}
      subtitle={openedRow ? t(`inputOptions.kind.${openedRow.kind}`) : t('pages.qualityTracking.sub')}
      {...(openedRow ? { onBack: () => setParams({}) } : {})}
      primary={
        <>
          <Button
            {...(rowWithActions ? { className: 'beside' } : { look: 'primary' as const })}
            icon={<ScanIcon size={20} />}
            onClick={() => setScanning(true)}
          >
            {t('pages.qualityTracking.scan')}
          </Button>
          {rowWithActions && <RowActionBar part="first" resource={rowWithActions.kind} id={rowWithActions.id} />}
        </>
      }
    >
      {!openedRow && tabs}
      <div className="trace stack gap-4">
        {!openedRow && (
          <NumberSearchForm
            key={query && 'number' in query ? query.number : ''}
            initialText={query && 'number' in query ? query.number : ''}
            onSearch={search}
          />
        )}
        {query ? (
          <TraceResultPanel
            query={query}
            // A tree that the person has opened stays open for the next item.
            isTreeOpen={isTreeOpen || !isScanned}
            onOpenTree={() => setTreeOpen(true)}
            startsHold={params.get('act') === 'hold'}
            onTrace={(kind, of) => setParams({ kind, of })}
            onPage={(page) => setParams({ ...Object.fromEntries(params), page: String(page) })}
          />
        ) : (
          <EmptyState
            icon={ScanIcon}
            title={t('pages.qualityTracking.empty')}
            advice={t('pages.qualityTracking.emptyNext')}
          />
        )}
      </div>
      {isScanning && (
        <ScannerDialog onCode={search} onClose={() => setScanning(false)} hint={t('pages.qualityTracking.scanHint')} />
      )}
    </PageFrame>
  )
}
function NumberSearchForm({ initialText, onSearch }: { initialText: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation('tracing')
  const [text, setText] = useState(initialText)
  const form = useRef<HTMLFormElement>(null)
  useListKeys(form)
  return (
    <form
      ref={form}
      className="trace-box strip"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text)
      }}
    >
      <TextInput
        aria-label={t('pages.qualityTracking.number')}
        placeholder={t('pages.qualityTracking.number')}
        value={text}
        onChange={setText}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="search"
      />
      <Button type="submit" icon={<SearchIcon size={20} />} aria-label={t('pages.qualityTracking.look')} />
    </form>
  )
}
function TraceResultPanel({
  query,
  isTreeOpen,
  onOpenTree,
  startsHold,
  onTrace,
  onPage,
}: {
  query: TraceQuery
  isTreeOpen: boolean
  onOpenTree: () => void
  /** Opens the dialog that puts the item on hold. */
  startsHold: boolean
  onTrace: (kind: TraceKind, of: string) => void
  onPage: (page: number) => void
}) {
  const { t } = useTranslation(['tracing', 'client'])
  const tracing = useEndpoint(trace, query, {
    resources: ['jumboRoll', 'slitRoll', 'package', 'workOrder', 'pelletSource'],
  })
  return (
    <QueryBoundary query={tracing} skeleton={<SkeletonDetail />}>
      {(tree) => {
        if (tree.found.length === 0)
          return (
            <EmptyState
              icon={SearchIcon}
              title={t('pages.qualityTracking.notFound', { number: 'number' in query ? query.number : '' })}
              advice={t('pages.qualityTracking.notFoundNext')}
            />
          )
        if (tree.found.length > 1) {
          return (
            <section>
              <h2>{t('pages.qualityTracking.several', { count: tree.found.length })}</h2>
              <ul className="trace-nodes">
                {tree.found.map((candidate) => (
                  <li key={candidate.id}>
                    <button type="button" className="ui-card" onClick={() => onTrace(candidate.kind, candidate.id)}>
                      <b>{candidate.label}</b>
                      <span className="quiet">{t(`inputOptions.kind.${candidate.kind}`)}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )
        }
        const subject = tree.found[0]!
        return (
          <>
            <TracedItemHeader kind={subject.kind} id={subject.id} />
            {tree.pages > 1 && <PageBar page={tree.page} pages={tree.pages} onPage={onPage} />}
            <HoldActionBar key={subject.id} item={subject} startsHold={startsHold}>
              {!isTreeOpen && <Button onClick={onOpenTree}>{t('pages.qualityTracking.view.trace')}</Button>}
              {/* A search by number has no primary button at the bottom, so all actions are here. */}
              <RowActionBar
                {...('kind' in query ? { part: 'rest' as const } : {})}
                resource={subject.kind}
                id={subject.id}
              />
            </HoldActionBar>
            {subject.kind === 'materialLot' && <LotBalanceSection id={subject.id} />}
            {isTreeOpen && (
              <TraceLevelsView key={`${subject.id} ${tree.page}`} tree={tree} startId={subject.id} onTrace={onTrace} />
            )}
            <div className="trace-cards">
              <TracedDowngradesCard kind={subject.kind} id={subject.id} />
              <RollMakersSection kind={subject.kind} id={subject.id} />
              <AreaCards
                cards={getRowCards(subject.kind)}
                cardProps={{ kind: subject.kind, id: subject.id, label: subject.label }}
              />
            </div>
          </>
        )
      }}
    </QueryBoundary>
  )
}
/** Pages through a customer's orders, newest first. */
function PageBar({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const { t } = useTranslation('tracing')
  return (
    <nav className="trace-ways cluster" aria-label={t('pages.qualityTracking.pages')}>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('pages.qualityTracking.newer')}
      </Button>
      <span className="quiet">{t('pages.qualityTracking.pageOf', { page, pages })}</span>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('pages.qualityTracking.older')}
      </Button>
    </nav>
  )
}

const MAKER_COLUMNS = ['team', 'shift', 'businessDate', 'userId']

/** Team, machine and shift that made the traced roll. */
function RollMakersSection({ kind, id }: { kind: string; id: string }) {
  if (kind === 'jumboRoll') return <JumboMakersSection id={id} />
  return kind === 'slitRoll' ? <SlitRollMakersSection id={id} /> : null
}
function JumboMakersSection({ id }: { id: string }) {
  const { t } = useTranslation('tracing')
  const { row, refs } = useRow(jumboRoll, id)
  if (!row) return null
  return (
    <section>
      <h2>{t('pages.qualityTracking.makers')}</h2>
      <ResourceDetailView
        resource={jumboRoll}
        row={row}
        refs={refs}
        fieldNames={['lineId', ...MAKER_COLUMNS, 'doffedAt']}
      />
    </section>
  )
}
function SlitRollMakersSection({ id }: { id: string }) {
  const { t } = useTranslation('tracing')
  const { row, refs } = useRow(slitRoll, id)
  if (!row) return null
  return (
    <section>
      <h2>{t('pages.qualityTracking.makers')}</h2>
      <ResourceDetailView
        resource={slitRoll}
        row={row}
        refs={refs}
        fieldNames={['slitterId', ...MAKER_COLUMNS, 'doffedAt']}
      />
    </section>
  )
}
