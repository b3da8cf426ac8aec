import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageName } from '@/contract/menu'
import type { PageViewProps } from '../area'
import { getPageViews } from '../area-registry'
import { useView } from '../resource/RecordPage'
import { PageFrame } from '../ui/PageFrame'
import { LazyBoundary, PageSkeleton, SkeletonDetail } from '../ui/Skeleton'
import { Tabs } from '../ui/Tabs'
import { buildClearedParams, useQueryParams } from '../use-query-params'
import { usePageTitle } from './use-menu'
import { Navigate, Route, Routes } from 'react-router-dom'

/** A view that belongs to the page itself; `view` in the address selects it. */
export interface PageViewTab {
  key: string
  label: string
  render: (tabs: ReactNode) => ReactNode
  /** Puts its tab after those of other areas. */
  comesLast?: boolean
}
export interface PageViewsProps {
  page: PageName
  /** Replaces the menu's title of the page. */
  title?: string
  /** Accessible name of the tabs. */
  label: string
  /** The first one is the default. */
  views: readonly [PageViewTab, ...PageViewTab[]]
  /** Overrides the view in the address. */
  chosenView?: string | undefined
  /** Query parameters that are shared by several views; other parameters are dropped when the view changes. */
  sharedParams?: readonly string[]
  /** Id of the row that the page is about. */
  rowId?: string
  /** Replaces the default frame of the page. */
  frame?: (tabs: ReactNode) => PageViewProps['frame']
}

/** A page with tabs for its own views and for views that other areas add (`pageViews` of a client). */
export function PageViews({ page, label, views, chosenView, sharedParams, rowId = '', ...props }: PageViewsProps) {
  const [params, changeParams] = useQueryParams()
  const areaViews = useAreaViews(page)
  const allViews = [...views.filter((view) => !view.comesLast), ...areaViews, ...views.filter((view) => view.comesLast)]
  const viewInAddress = useView(allViews.map(({ key }) => key) as [string, ...string[]])
  const viewKey = chosenView ?? viewInAddress
  const title = usePageTitle()
  const tabs = (
    <Tabs
      isNavigation
      label={label}
      chosen={viewKey}
      onChoose={(next) =>
        changeParams({ ...buildClearedParams(params, sharedParams), view: next === views[0].key ? null : next })
      }
      tabs={allViews}
    />
  )
  const frame =
    props.frame?.(tabs) ??
    ((content: ReactNode, primary?: ReactNode) => (
      <PageFrame title={props.title ?? title ?? ''} primary={primary}>
        {tabs}
        {content}
      </PageFrame>
    ))
  const ownView = views.find(({ key }) => key === viewKey)
  if (ownView) return <LazyBoundary skeleton={frame(<SkeletonDetail />)}>{ownView.render(tabs)}</LazyBoundary>
  return areaViews.find(({ key }) => key === viewKey)?.render({ rowId, tabs, frame })
}

/** Returns the views that other areas add to a page, with their translated titles. */
export function useAreaViews(page: PageName) {
  const areaViews = useMemo(() => getPageViews(page), [page])
  const { t } = useTranslation(['client', ...areaViews.flatMap(({ labelKey }) => labelKey.split(':', 1))])
  return useMemo(
    () =>
      areaViews.map(({ name, labelKey, View }) => ({
        key: name,
        label: t(labelKey),
        render: (props: PageViewProps) => (
          <LazyBoundary skeleton={props.frame(<SkeletonDetail />)}>
            <View {...props} />
          </LazyBoundary>
        ),
      })),
    [areaViews, t],
  )
}

/**
 * Routes of a menu page with subpages, by the rest of the path; '' is the page itself. Any other path leads to the 404
 * page.
 */
export function SubPages({ pages }: { pages: Readonly<Record<string, ReactNode>> & { readonly '': ReactNode } }) {
  return (
    <LazyBoundary skeleton={<PageSkeleton shape="list" />}>
      <Routes>
        {Object.entries(pages).map(([path, page]) => (
          <Route key={path} {...(path ? { path } : { index: true })} element={page} />
        ))}
        <Route path="*" element={<Navigate to="/error_page/404" replace />} />
      </Routes>
    </LazyBoundary>
  )
}
