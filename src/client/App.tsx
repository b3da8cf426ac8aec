import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useNavigate } from 'react-router-dom'
import { ownPages, pageOf } from './areas'
import { RequireSession } from './session/RequireSession'
import { useSession } from './session/use-session'
import { Allowed } from './shell/Allowed'
import { ErrorBoundary } from './shell/ErrorBoundary'
import { LazyPage } from './shell/LazyPage'
import { connectRouter } from './shell/navigation'
import { useMenu } from './shell/use-menu'
import { SkeletonList } from './ui/Skeleton'
import type { PageLoader } from './area'

const LoginPage = lazy(() => import('./session/LoginPage'))
const Shell = lazy(() => import('./shell/Shell'))
/** Pages of the frame itself; each comes when first opened. */
const own: Record<string, PageLoader> = {
  '/home': () => import('./shell/TodayPage'),
  '/all': () => import('./shell/AllPage'),
  '/scan': () => import('./shell/ScanPage'),
  '/me': () => import('./shell/MePage'),
  '/me/sync': () => import('./shell/SyncPage'),
  '/me/password': () => import('./session/PasswordPage'),
  ...Object.fromEntries(ownPages.map(({ path, load }) => [`/me/${path}`, load])),
}
const secondLogin: PageLoader = () => import('./session/SecondLoginPage')
const errorPage: PageLoader = () => import('./shell/ErrorPage')

/** The whole app: providers, error boundary, routes. */
export function App({ client }: { client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <Suspense fallback={<div className="pad"><SkeletonList /></div>}>
        <ErrorBoundary>
          <BrowserRouter>
            <RouterLink />
            <Routes>
              <Route path="/" element={<LoginPage />} />
              <Route path="/login2" element={<LazyPage load={secondLogin} />} />
              <Route path="/error_page/:type" element={<LazyPage load={errorPage} />} />
              <Route path="/*" element={<RequireSession><Inside /></RequireSession>} />
            </Routes>
          </BrowserRouter>
        </ErrorBoundary>
      </Suspense>
    </QueryClientProvider>
  )
}

/** Gives the router to those that navigate from outside of React. */
function RouterLink() {
  const navigate = useNavigate()
  useEffect(() => {
    connectRouter(navigate)
    return () => connectRouter(null)
  }, [navigate])
  return null
}

/** Everything behind the guard: the frame's own pages and those of the menu, all nested under home. */
function Inside() {
  const { pages, redirects } = useMenu()
  const { hasLogin } = useSession()
  return (
    <Routes>
      <Route path="/index" element={<Navigate to="/home" replace />} />
      <Route element={<Shell />}>
        {Object.entries(own).map(([path, load]) => <Route key={path} path={path} element={<LazyPage key={path} load={load} />} />)}
        {pages.map((page) => {
          const load = pageOf(page.name)
          return load && <Route key={page.url} path={`${page.url}/*`} element={<Allowed to={`${page.name}View`}><LazyPage key={page.url} load={load} /></Allowed>} />
        })}
      </Route>
      {redirects.map(({ from, to }) => <Route key={from} path={from} element={<Navigate to={to} replace />} />)}
      {hasLogin && <Route path="*" element={<Navigate to="/error_page/404" replace />} />}
    </Routes>
  )
}
