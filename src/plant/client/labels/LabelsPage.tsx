import './labels.css'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Resource } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { useListState } from '@/client/resource/list-state'
import { FilterSummaryView } from '@/client/resource/FilterSummaryView'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { PrintIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList } from '@/client/ui/Skeleton'
import { LabelCard, type LabelContent } from './LabelCard'

/** Labels per page: a roll printer's 100 × 60 mm, A4 sheets of 8 (105 × 74 mm) and of 24 (70 × 37 mm). */
const labelsPerPage = { roll: 1, sheet8: 8, sheet24: 24 } as const
type LabelStock = keyof typeof labelsPerPage
/** Maximum number of labels printed at once. */
const MAX_LABELS = 200

type LabelRow = Record<string, unknown> & { id: string }
type ListableResource = Resource<string, Resource['fields'], { list: `GET /${string}` }>
const getText = (row: LabelRow, name: string) => (typeof row[name] === 'string' && row[name] !== '' ? row[name] : null)

/**
 * Page to print labels for the rows of a filtered list (machines, meters or tools): choose the stock, exclude some,
 * print.
 */
export default function LabelsPage({ of: anyResource, kind }: { of: Resource; kind: LabelContent['kind'] }) {
  const of = anyResource as ListableResource
  const { t } = useTranslation(['plant', 'client'])
  const navigate = useNavigate()
  const state = useListState(of)
  const list = useList(of, { ...state.query, ...(state.id ? { id: state.id } : {}), size: MAX_LABELS })
  const [stock, setStock] = useState<LabelStock>('roll')
  const [excludedIds, setExcludedIds] = useState<ReadonlySet<string>>(new Set())
  const labels = (list.rows as LabelRow[]).slice(0, MAX_LABELS).map((row): LabelContent => ({
    id: row.id,
    kind,
    code: String(row['code']),
    name: getText(row, 'name') ?? getText(row, 'model') ?? '',
    nameEn: getText(row, 'nameEn'),
    model: getText(row, 'name') ? getText(row, 'model') : getText(row, 'size'),
    place:
      getText(row, 'place') ??
      getText(row, 'position') ??
      ['lineId', 'areaId']
        .map((name) => list.refs[getText(row, name) ?? ''])
        .filter(Boolean)
        .join(' · '),
  }))
  const printedLabels = labels.filter(({ id }) => !excludedIds.has(id))
  const toggle = (id: string) =>
    setExcludedIds((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return (
    <PageFrame
      title={t('labels.title')}
      sub={<FilterSummaryView {...state} of={of} total={list.isLoading || list.error ? null : list.total} age={null} />}
      onBack={() => void navigate(-1)}
      primary={
        <Button
          look="primary"
          icon={<PrintIcon size={20} />}
          disabled={printedLabels.length === 0}
          onClick={() => window.print()}
        >
          {t('labels.printCount', { count: printedLabels.length })}
        </Button>
      }
    >
      <fieldset className="choices eq-stock" aria-label={t('labels.stock')}>
        {(Object.keys(labelsPerPage) as LabelStock[]).map((one) => (
          <button key={one} type="button" aria-pressed={stock === one} onClick={() => setStock(one)}>
            {t(`labels.stocks.${one}`)}
          </button>
        ))}
      </fieldset>
      <p className="quiet">
        {t('labels.hint')}
        {list.total > MAX_LABELS && ` ${t('labels.most', { count: MAX_LABELS })}`}
      </p>
      {labels.length > 1 && (
        <Button
          onClick={() => setExcludedIds(printedLabels.length > 0 ? new Set(labels.map(({ id }) => id)) : new Set())}
        >
          {t(printedLabels.length > 0 ? 'labels.noneOfThem' : 'labels.allOfThem')}
        </Button>
      )}
      {list.isLoading && <SkeletonList />}
      {list.error && labels.length === 0 && <NotLoadedView of={list} />}
      {!list.isLoading && !list.error && labels.length === 0 && (
        <EmptyState title={t('labels.none')} next={t('labels.noneNext')} />
      )}
      <ul className={`eq-label-list is-${stock}`}>
        {labels.map((one) => (
          <li key={one.id} className={excludedIds.has(one.id) ? 'is-left' : undefined}>
            <label>
              <input
                type="checkbox"
                className="flag"
                checked={!excludedIds.has(one.id)}
                onChange={() => toggle(one.id)}
              />
              <span className="ui-hidden">{one.code}</span>
            </label>
            <LabelCard content={one} />
          </li>
        ))}
      </ul>
      {createPortal(<PrintSection stock={stock} labels={printedLabels} />, document.body)}
    </PageFrame>
  )
}

/** The printed pages; not visible on screen. */
function PrintSection({ stock, labels }: { stock: LabelStock; labels: readonly LabelContent[] }) {
  const size = labelsPerPage[stock]
  const pages = Array.from({ length: Math.ceil(labels.length / size) }, (_, at) =>
    labels.slice(at * size, at * size + size),
  )
  return (
    <div className={`eq-paper is-${stock}`} aria-hidden="true">
      {pages.map((page) => (
        <section key={page[0]?.id}>
          {page.map((one) => (
            <LabelCard key={one.id} content={one} />
          ))}
        </section>
      ))}
    </div>
  )
}
