import { Suspense, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageName } from '@/contract/menu'
import type { PageViewProps } from '../area'
import { getPageViews } from '../area-registry'
import { useView } from '../resource/RecordPage'
import { PageFrame } from '../ui/PageFrame'
import { SkeletonDetail } from '../ui/Skeleton'
import { Tabs } from '../ui/Tabs'
import { buildClearedParams, useParams } from '../use-params'
import { usePageTitle } from './use-menu'

/** A view that belongs to the page itself; `view` in the address selects it. */
export interface PageViewTab {
  key: string
  word: string
  draw: (tabs: ReactNode) => ReactNode
  /** Puts its tab after those of other areas. */
  last?: boolean
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
  chosen?: string | undefined
  /** Query parameters that are shared by several views; other parameters are dropped when the view changes. */
  sharedParams?: readonly string[]
  /** Id of the row that the page is about. */
  rowId?: string
  /** Replaces the default frame of the page. */
  frame?: (tabs: ReactNode) => PageViewProps['frame']
}

/** A page with tabs for its own views and for views that other areas add (`pageViews` of a client). */
export function PageViews({ page, label, views, chosen, sharedParams, rowId = '', ...props }: PageViewsProps) {
  const [params, change] = useParams()
  const areaViews = useAreaViews(page)
  const all = [...views.filter((one) => !one.last), ...areaViews, ...views.filter((one) => one.last)]
  const viewInAddress = useView(all.map(({ key }) => key) as [string, ...string[]])
  const view = chosen ?? viewInAddress
  const title = usePageTitle()
  const tabs = (
    <Tabs
      switchesViews
      label={label}
      chosen={view}
      onChoose={(next) =>
        change({ ...buildClearedParams(params, sharedParams), view: next === views[0].key ? null : next })
      }
      tabs={all}
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
  const ownView = views.find(({ key }) => key === view)
  if (ownView) return <Suspense fallback={frame(<SkeletonDetail />)}>{ownView.draw(tabs)}</Suspense>
  return areaViews.find(({ key }) => key === view)?.draw({ rowId, tabs, frame })
}

/** Returns the views that other areas add to a page, with their translated titles. */
export function useAreaViews(page: PageName) {
  const areaViews = useMemo(() => getPageViews(page), [page])
  const { t } = useTranslation(['client', ...areaViews.flatMap(({ labelKey: word }) => word.split(':', 1))])
  return useMemo(
    () =>
      areaViews.map(({ name, labelKey: word, View }) => ({
        key: name,
        word: t(word),
        draw: (props: PageViewProps) => (
          <Suspense fallback={props.frame(<SkeletonDetail />)}>
            <View {...props} />
          </Suspense>
        ),
      })),
    [areaViews, t],
  )
}
