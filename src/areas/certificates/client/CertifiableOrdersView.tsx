import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { useListKeys } from '@/client/resource/use-list-keys'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { SearchIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { useQueryParams } from '@/client/use-query-params'
import { certifiableOrders } from '../contract/certificate-endpoints'
import { TextInput } from '@/client/ui/TextInput'
import { DraftView } from './DraftView'
import { certificateJudgementTones } from './tones'

const PAGE_SIZE = 20
type CertifiableOrder = EndpointOutput<typeof certifiableOrders>['list'][number]
type Gap = CertifiableOrder['gaps'][number]
/** Groups gaps by judgement, failed before missing. */
const groupGaps = (gaps: readonly Gap[]) =>
  (['fail', 'missing'] as const).flatMap((judgement) => {
    const names = gaps.filter((gap) => gap.judgement === judgement).map(({ name }) => name)
    return names.length > 0 ? [{ judgement, names }] : []
  })
/**
 * 待出报告: orders with finished rolls, with the gaps in their data or the reason why no certificate is possible. An order
 * opens as a preview of its certificate.
 */
export default function CertifiableOrdersView({ title, tabs }: { title: string; tabs: ReactNode }) {
  const { t } = useTranslation(['certificates', 'client'])
  const [params, changeParams] = useQueryParams()
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
        onlyDowngraded={params.get('onlyDowngraded') === '1'}
        onBack={() => changeParams({ order: null, replaces: null, onlyDowngraded: null })}
        onReplace={(replaces) => changeParams({ replaces })}
        onDone={(id) => changeParams({ order: null, replaces: null, onlyDowngraded: null, view: 'certificates', id })}
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
      <QueryBoundary query={orders} skeleton={<SkeletonList />}>
        {({ list, total }) => (
          <>
            {list.length === 0 && (
              <EmptyState
                icon={SearchIcon}
                title={t('pages.qualityReport.none')}
                advice={t('pages.qualityReport.noneNext')}
              />
            )}
            <ul className="certificate-orders">
              {list.map((order) => (
                <li key={order.id}>
                  <OrderCard
                    order={order}
                    onOpen={() =>
                      changeParams({ order: order.id, onlyDowngraded: order.why === 'downgraded' ? '1' : null })
                    }
                  />
                </li>
              ))}
            </ul>
            {total > PAGE_SIZE && (
              <nav className="certificate-pages strip middle" aria-label={t('pages.qualityReport.pages')}>
                <Button allowsRapidTaps disabled={page <= 1} onClick={() => setPage(page - 1)}>
                  {t('pages.qualityReport.newer')}
                </Button>
                <Button allowsRapidTaps disabled={page * PAGE_SIZE >= total} onClick={() => setPage(page + 1)}>
                  {t('pages.qualityReport.older')}
                </Button>
              </nav>
            )}
          </>
        )}
      </QueryBoundary>
    </PageFrame>
  )
}
function OrderCard({ order, onOpen }: { order: CertifiableOrder; onOpen: () => void }) {
  const { t } = useTranslation('certificates')
  const { why: noCertificateReason, waiting: draftsInApproval } = order
  return (
    <button type="button" className="ui-card" onClick={onOpen}>
      <b>{order.number}</b>
      <span>{order.product}</span>
      <span className="quiet">
        {[order.customer, order.batch, order.standard, t('pages.qualityReport.rolls', { count: order.rolls })]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span className="chips">
        {order.certificates > 0 && (
          <StateBadge tone="ok">{t('pages.qualityReport.certificates', { count: order.certificates })}</StateBadge>
        )}
        {draftsInApproval > 0 && (
          <StateBadge tone="wait">{t('pages.qualityReport.waiting', { count: draftsInApproval })}</StateBadge>
        )}
        {order.downgraded > 0 && (
          <StateBadge tone="warn">{t('pages.qualityReport.downgraded', { count: order.downgraded })}</StateBadge>
        )}
        {noCertificateReason && (
          <StateBadge tone="bad">{t(`pages.qualityReport.why.${noCertificateReason}`)}</StateBadge>
        )}
        {order.ready && <StateBadge tone="ok">{t('pages.qualityReport.ready')}</StateBadge>}
        {noCertificateReason === null &&
          groupGaps(order.gaps).map(({ judgement, names }) => (
            <StateBadge key={judgement} tone={certificateJudgementTones[judgement]}>
              {t(`pages.qualityReport.gap.${judgement}`, { names: names.join(t('pages.qualityReport.and')) })}
            </StateBadge>
          ))}
      </span>
    </button>
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
      className="certificate-search strip"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(searchText.trim())
      }}
    >
      <TextInput
        aria-label={t('pages.qualityReport.search')}
        placeholder={t('pages.qualityReport.search')}
        value={searchText}
        onChange={setSearchText}
        enterKeyHint="search"
        autoComplete="off"
      />
      <Button type="submit" icon={<SearchIcon size={20} />} aria-label={t('pages.qualityReport.search')} />
    </form>
  )
}
