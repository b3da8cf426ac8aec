import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { useListKeys } from '@/client/resource/use-list-keys'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { SearchIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { useParams } from '@/client/use-params'
import { certifiableOrders } from '../contract/certificate-endpoints'
import { DraftView } from './DraftView'
import { certificateJudgementTones } from './tones'

const PAGE_SIZE = 20
type Gap = EndpointOutput<typeof certifiableOrders>['list'][number]['gaps'][number]
/** Groups gaps by judgement, failed before missing. */
const groupGaps = (gaps: readonly Gap[]) =>
  (['fail', 'missing'] as const).flatMap((judgement) => {
    const names = gaps.filter((gap) => gap.judgement === judgement).map(({ name }) => name)
    return names.length > 0 ? [{ judgement, names }] : []
  })
/** 待出报告: orders with finished rolls and the gaps in their data. An order opens as a preview of its certificate. */
export default function ReadyView({ title, tabs }: { title: string; tabs: ReactNode }) {
  const { t } = useTranslation(['certificates', 'client'])
  const [params, changeParams] = useParams()
  const openOrderId = params.get('order')
  const [page, setPage] = useState(1)
  const keyword = params.get('keyword') ?? ''
  const orders = useEndpoint(
    certifiableOrders,
    { page, size: PAGE_SIZE, ...(keyword ? { keyword } : {}) },
    { resources: ['certificate', 'testBatch', 'workOrder'], enabled: openOrderId === null },
  )
  if (openOrderId)
    return (
      <DraftView
        workOrderId={openOrderId}
        replacesId={params.get('replaces')}
        onlyDowngraded={params.get('worse') === '1'}
        onBack={() => changeParams({ order: null, replaces: null, worse: null })}
        onReplace={(replaces) => changeParams({ replaces })}
        onDone={(id) => changeParams({ order: null, replaces: null, worse: null, view: 'certificates', id })}
      />
    )
  return (
    <PageFrame title={title}>
      {tabs}
      <SearchForm
        initialText={keyword}
        onSearch={(text) => {
          setPage(1)
          changeParams({ keyword: text || null })
        }}
      />
      {orders.isPending && <SkeletonList />}
      {orders.error && !orders.data && <NotLoadedView query={orders} />}
      {orders.data?.list.length === 0 && (
        <EmptyState
          icon={SearchIcon}
          title={t('pages.qualityReport.none')}
          advice={t('pages.qualityReport.noneNext')}
        />
      )}
      <ul className="coa-orders">
        {orders.data?.list.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              className="ui-card"
              onClick={() => changeParams({ order: row.id, worse: row.why === 'downgraded' ? '1' : null })}
            >
              <b>{row.number}</b>
              <span>{row.product}</span>
              <span className="quiet">
                {[row.customer, row.batch, row.standard, t('pages.qualityReport.rolls', { count: row.rolls })]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className="chips">
                {row.certificates > 0 && (
                  <StateBadge tone="ok">
                    {t('pages.qualityReport.certificates', { count: row.certificates })}
                  </StateBadge>
                )}
                {row.waiting > 0 && (
                  <StateBadge tone="wait">{t('pages.qualityReport.waiting', { count: row.waiting })}</StateBadge>
                )}
                {row.downgraded > 0 && (
                  <StateBadge tone="warn">{t('pages.qualityReport.downgraded', { count: row.downgraded })}</StateBadge>
                )}
                {row.why && <StateBadge tone="bad">{t(`pages.qualityReport.why.${row.why}`)}</StateBadge>}
                {row.ready && <StateBadge tone="ok">{t('pages.qualityReport.ready')}</StateBadge>}
                {row.why === null &&
                  groupGaps(row.gaps).map(({ judgement, names }) => (
                    <StateBadge key={judgement} tone={certificateJudgementTones[judgement]}>
                      {t(`pages.qualityReport.gap.${judgement}`, { names: names.join(t('pages.qualityReport.and')) })}
                    </StateBadge>
                  ))}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {orders.data && orders.data.total > PAGE_SIZE && (
        <nav className="coa-pages" aria-label={t('pages.qualityReport.pages')}>
          <Button countsEveryTap disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('pages.qualityReport.newer')}
          </Button>
          <Button countsEveryTap disabled={page * PAGE_SIZE >= orders.data.total} onClick={() => setPage(page + 1)}>
            {t('pages.qualityReport.older')}
          </Button>
        </nav>
      )}
    </PageFrame>
  )
}
function SearchForm({ initialText, onSearch }: { initialText: string; onSearch: (searchText: string) => void }) {
  const { t } = useTranslation('certificates')
  const [searchText, setSearchText] = useState(initialText)
  const formRef = useRef<HTMLFormElement>(null)
  useListKeys(formRef)
  return (
    <form
      ref={formRef}
      role="search"
      className="coa-search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(searchText.trim())
      }}
    >
      <input
        className="ui-input"
        aria-label={t('pages.qualityReport.search')}
        placeholder={t('pages.qualityReport.search')}
        value={searchText}
        onChange={(event) => setSearchText(event.target.value)}
        enterKeyHint="search"
        autoComplete="off"
      />
      <Button type="submit" icon={<SearchIcon size={20} />} aria-label={t('pages.qualityReport.search')} />
    </form>
  )
}
