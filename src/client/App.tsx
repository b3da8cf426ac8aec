import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useNavigate } from 'react-router-dom'
import { appPainted } from './api/phone'
import { ownPages, pageOf, wallPages } from './areas'
import LoginPage from './session/LoginPage'
import { RequireSession } from './session/RequireSession'
import { useSession } from './session/use-session'
import { Allowed } from './shell/Allowed'
import { ErrorBoundary } from './shell/ErrorBoundary'
import { LazyPage } from './shell/LazyPage'
import { connectRouter } from './shell/navigation'
import Shell from './shell/Shell'
import { afterPaint } from './shell/settle'
import TodayPage from './today/TodayPage'
import type { PageRoute } from './shell/menu-tree'
import { useMenu } from './shell/use-menu'
import { SkeletonList } from './ui/Skeleton'
import type { PageLoader } from './area'

/** Pages of the frame itself, loaded when first opened. Login, frame and home belong to the first load. */
const own: Record<string, PageLoader> = {
  '/all': () => import('./shell/AllPage'),
  '/scan': () => import('./shell/ScanPage'),
  '/me': () => import('./shell/MePage'),
  '/me/sync': () => import('./shell/SyncPage'),
  '/me/password': () => import('./session/PasswordPage'),
  ...Object.fromEntries(ownPages().map(({ path, load }) => [`/me/${path}`, load])),
}
const secondLogin: PageLoader = () => import('./session/SecondLoginPage')
/** Loaded separately: the list of pages a person may not open is only needed when one is requested. */
const unknownPage: PageLoader = () => import('./shell/UnknownPage')
const errorPage: PageLoader = () => import('./shell/ErrorPage')

/** The whole app: providers, error boundary, routes. */
export function App({ client }: { client: QueryClient }) {
  useEffect(() => afterPaint(appPainted), [])
  return (
    <QueryClientProvider client={client}>
      <Suspense
        fallback={
          <div className="pad">
            <SkeletonList />
          </div>
        }
      >
        <ErrorBoundary>
          <BrowserRouter>
            <RouterLink />
            <Routes>
              <Route path="/" element={<LoginPage />} />
              <Route path="/login2" element={<LazyPage load={secondLogin} />} />
              <Route path="/error_page/:type" element={<LazyPage load={errorPage} />} />
              {wallPages().map(({ path, load }) => (
                <Route key={path} path={path} element={<LazyPage load={load} />} />
              ))}
              <Route
                path="/*"
                element={
                  <RequireSession>
                    <Inside />
                  </RequireSession>
                }
              />
            </Routes>
          </BrowserRouter>
        </ErrorBoundary>
      </Suspense>
    </QueryClientProvider>
  )
}

/** Gives the router to code that navigates outside React. */
function RouterLink() {
  const navigate = useNavigate()
  useEffect(() => {
    connectRouter(navigate)
    return () => connectRouter(null)
  }, [navigate])
  return null
}

/** Routes behind the session check: the frame's own pages and those of the menu, all nested under home. */
function Inside() {
  const { pages, redirects } = useMenu()
  const known = useEverSeen(pages)
  const { hasLogin } = useSession()
  return (
    <Routes>
      <Route path="/index" element={<Navigate to="/home" replace />} />
      <Route element={<Shell />}>
        <Route path="/home" element={<TodayPage />} />
        {Object.entries(own).map(([path, load]) => (
          <Route key={path} path={path} element={<LazyPage key={path} load={load} />} />
        ))}
        {known.map((page) => {
          const load = pageOf(page.name)
          return (
            load && (
              <Route
                key={page.url}
                path={`${page.url}/*`}
                element={
                  <Allowed to={`${page.name}View`}>
                    <LazyPage key={page.url} load={load} />
                  </Allowed>
                }
              />
            )
          )
        })}
        {hasLogin && <Route path="*" element={<LazyPage load={unknownPage} />} />}
      </Route>
      {redirects.map(({ from, to }) => (
        <Route key={from} path={from} element={<Navigate to={to} replace />} />
      ))}
    </Routes>
  )
}
/**
 * Returns the menu pages, including those that were in the menu earlier in this session: after losing a permission the
 * person is told so instead of "page not found".
 */
function useEverSeen(pages: readonly PageRoute[]): readonly PageRoute[] {
  const [known, setKnown] = useState(pages)
  const urls = useMemo(() => new Set(known.map(({ url }) => url)), [known])
  const fresh = pages.filter((page) => !urls.has(page.url))
  if (fresh.length > 0) setKnown([...known, ...fresh])
  return known
}
