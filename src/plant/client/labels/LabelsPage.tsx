import './labels.css'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { ListableResource, Resource } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { useListState } from '@/client/resource/list-state'
import { FilterSummaryView } from '@/client/resource/FilterSummaryView'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { PrintIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList } from '@/client/ui/Skeleton'
import { buildLabelText } from '@/plant/rules/label'
import { QrCode } from '@/client/ui/QrCode'
import { Checkbox } from '@/client/ui/Toggles'

/** Labels per page of each paper: roll of 100 × 60 mm, A4 page with 8 (105 × 74 mm) or 24 (70 × 37 mm) labels. */
const labelsPerPage = { roll: 1, sheet8: 8, sheet24: 24 } as const
type LabelPaper = keyof typeof labelsPerPage
/** Maximum number of labels printed at once. */
const MAX_LABELS = 200

type LabelRow = Record<string, unknown> & { id: string }
/** Returns a field as text; null if the field is missing or empty. */
const getText = (row: LabelRow, name: string) => (typeof row[name] === 'string' && row[name] !== '' ? row[name] : null)

/**
 * Page to print labels for the rows of a filtered list of machines, meters, hoppers or tools: choose the paper, leave
 * out labels, print.
 */
export default function LabelsPage({ resource, kind }: { resource: Resource; kind: LabelContent['kind'] }) {
  const listableResource = resource as ListableResource
  const { t } = useTranslation(['plant', 'client'])
  const navigate = useNavigate()
  const listState = useListState(listableResource)
  const list = useList(listableResource, {
    ...listState.query,
    ...(listState.id ? { id: listState.id } : {}),
    size: MAX_LABELS,
  })
  const [paper, setPaper] = useState<LabelPaper>('roll')
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
  const toggleExclusion = (id: string) =>
    setExcludedIds((currentIds) => {
      const nextIds = new Set(currentIds)
      if (!nextIds.delete(id)) nextIds.add(id)
      return nextIds
    })
  return (
    <PageFrame
      title={t('labels.title')}
      subtitle={
        <FilterSummaryView
          {...listState}
          resource={listableResource}
          total={list.isLoading || list.error ? null : list.total}
          age={null}
        />
      }
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
      <fieldset className="choices cluster eq-stock" aria-label={t('labels.stock')}>
        {(Object.keys(labelsPerPage) as LabelPaper[]).map((option) => (
          <button key={option} type="button" aria-pressed={paper === option} onClick={() => setPaper(option)}>
            {t(`labels.stocks.${option}`)}
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
      <QueryBoundary query={list} skeleton={<SkeletonList />}>
        {() => labels.length === 0 && <EmptyState title={t('labels.none')} advice={t('labels.noneNext')} />}
      </QueryBoundary>
      <ul className={`eq-label-list is-${paper}`}>
        {labels.map((label) => (
          <li key={label.id} className={excludedIds.has(label.id) ? 'is-left' : undefined}>
            <label>
              <Checkbox checked={!excludedIds.has(label.id)} onChange={() => toggleExclusion(label.id)} />
              <span className="ui-hidden">{label.code}</span>
            </label>
            <LabelCard content={label} />
          </li>
        ))}
      </ul>
      {createPortal(<PrintSection paper={paper} labels={printedLabels} />, document.body)}
    </PageFrame>
  )
}

/** The printed pages; not visible on screen. */
function PrintSection({ paper, labels }: { paper: LabelPaper; labels: readonly LabelContent[] }) {
  const pageLength = labelsPerPage[paper]
  const pages = Array.from({ length: Math.ceil(labels.length / pageLength) }, (_, pageIndex) =>
    labels.slice(pageIndex * pageLength, pageIndex * pageLength + pageLength),
  )
  return (
    <div className={`eq-paper is-${paper}`} aria-hidden="true">
      {pages.map((page) => (
        <section key={page[0]?.id}>
          {page.map((label) => (
            <LabelCard key={label.id} content={label} />
          ))}
        </section>
      ))}
    </div>
  )
}

interface LabelContent {
  id: string
  kind: 'equipment' | 'meter' | 'hopper' | 'tool'
  code: string
  name: string
  nameEn: string | null
  model: string | null
  place: string
}

/** A printed label: QR code, code in plain text, name in both languages, and place. */
function LabelCard({ content }: { content: LabelContent }) {
  return (
    <article className="eq-label">
      <QrCode className="eq-qr" text={buildLabelText(content.kind, content.code)} label={content.code} />
      <div>
        <strong>{content.code}</strong>
        <b>{content.name}</b>
        {content.nameEn && <span>{content.nameEn}</span>}
        <span>{[content.place, content.model].filter(Boolean).join(' · ')}</span>
      </div>
    </article>
  )
}
