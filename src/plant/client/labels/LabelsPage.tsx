import './labels.css'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Resource } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { useListState } from '@/client/resource/list-state'
import { FilterWords } from '@/client/resource/FilterWords'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { PrintIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList } from '@/client/ui/Skeleton'
import { Label, type Labelled } from './Label'

/** Labels per page: a roll printer's 100 × 60 mm, A4 sheets of 8 (105 × 74 mm) and of 24 (70 × 37 mm). */
const stocks = { roll: 1, sheet8: 8, sheet24: 24 } as const
type Stock = keyof typeof stocks
/** Maximum number of labels printed at once. */
const MOST = 200

type Named = Record<string, unknown> & { id: string }
type Listed = Resource<string, Resource['fields'], { list: `GET /${string}` }>
const textOf = (row: Named, name: string) => (typeof row[name] === 'string' && row[name] !== '' ? row[name] : null)

/**
 * Page to print labels for the rows of a filtered list (machines, meters or tools): choose the stock, exclude some,
 * print.
 */
export default function LabelsPage({ of: given, kind }: { of: Resource; kind: Labelled['kind'] }) {
  const of = given as Listed
  const { t } = useTranslation(['plant', 'client'])
  const navigate = useNavigate()
  const state = useListState(of)
  const list = useList(of, { ...state.query, ...(state.id ? { id: state.id } : {}), size: MOST })
  const [stock, setStock] = useState<Stock>('roll')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const all = (list.rows as Named[]).slice(0, MOST).map((row): Labelled => ({
    id: row.id,
    kind,
    code: String(row['code']),
    name: textOf(row, 'name') ?? textOf(row, 'model') ?? '',
    nameEn: textOf(row, 'nameEn'),
    model: textOf(row, 'name') ? textOf(row, 'model') : textOf(row, 'size'),
    place:
      textOf(row, 'place') ??
      textOf(row, 'position') ??
      ['lineId', 'areaId']
        .map((name) => list.refs[textOf(row, name) ?? ''])
        .filter(Boolean)
        .join(' · '),
  }))
  const chosen = all.filter(({ id }) => !left.has(id))
  const toggle = (id: string) =>
    setLeft((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return (
    <PageFrame
      title={t('labels.title')}
      sub={<FilterWords {...state} of={of} total={list.isLoading || list.error ? null : list.total} age={null} />}
      onBack={() => void navigate(-1)}
      primary={
        <Button
          look="primary"
          icon={<PrintIcon size={20} />}
          disabled={chosen.length === 0}
          onClick={() => window.print()}
        >
          {t('labels.printCount', { count: chosen.length })}
        </Button>
      }
    >
      <fieldset className="choices eq-stock" aria-label={t('labels.stock')}>
        {(Object.keys(stocks) as Stock[]).map((one) => (
          <button key={one} type="button" aria-pressed={stock === one} onClick={() => setStock(one)}>
            {t(`labels.stocks.${one}`)}
          </button>
        ))}
      </fieldset>
      <p className="quiet">
        {t('labels.hint')}
        {list.total > MOST && ` ${t('labels.most', { count: MOST })}`}
      </p>
      {all.length > 1 && (
        <Button onClick={() => setLeft(chosen.length > 0 ? new Set(all.map(({ id }) => id)) : new Set())}>
          {t(chosen.length > 0 ? 'labels.noneOfThem' : 'labels.allOfThem')}
        </Button>
      )}
      {list.isLoading && <SkeletonList />}
      {list.error && all.length === 0 && <NotLoaded of={list} />}
      {!list.isLoading && !list.error && all.length === 0 && (
        <EmptyState title={t('labels.none')} next={t('labels.noneNext')} />
      )}
      <ul className={`eq-label-list is-${stock}`}>
        {all.map((one) => (
          <li key={one.id} className={left.has(one.id) ? 'is-left' : undefined}>
            <label>
              <input type="checkbox" className="flag" checked={!left.has(one.id)} onChange={() => toggle(one.id)} />
              <span className="ui-hidden">{one.code}</span>
            </label>
            <Label of={one} />
          </li>
        ))}
      </ul>
      {createPortal(<Paper stock={stock} labels={chosen} />, document.body)}
    </PageFrame>
  )
}

/** The printed pages; not visible on screen. */
function Paper({ stock, labels }: { stock: Stock; labels: readonly Labelled[] }) {
  const size = stocks[stock]
  const pages = Array.from({ length: Math.ceil(labels.length / size) }, (_, at) =>
    labels.slice(at * size, at * size + size),
  )
  return (
    <div className={`eq-paper is-${stock}`} aria-hidden="true">
      {pages.map((page) => (
        <section key={page[0]?.id}>
          {page.map((one) => (
            <Label key={one.id} of={one} />
          ))}
        </section>
      ))}
    </div>
  )
}
