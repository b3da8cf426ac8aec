import 'antd-mobile/es/global'
import ConfigProvider from 'antd-mobile/es/components/config-provider'
import type { Locale } from 'antd-mobile/es/locales/base'
import zhCN from 'antd-mobile/es/locales/zh-CN'
import { reduceMotion, restoreMotion } from 'antd-mobile/es/utils/reduce-and-restore-motion'
import { unstableSetRender } from 'antd-mobile/es/utils/unstable-render'
import { useEffect, useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { useLanguage } from './format/use-language'
import { watchReducedMotion } from './ui/display-settings'
import { recordTrouble } from './ui/trouble'

/**
 * Registers a React 19 renderer for antd-mobile, whose Toast and Dialog otherwise show nothing. Import this file before
 * any part of antd-mobile (a test checks it).
 */
unstableSetRender((node, container) => {
  const root = createRoot(container)
  root.render(node)
  return () =>
    new Promise<void>((resolve) =>
      setTimeout(() => {
        root.unmount()
        resolve()
      }),
    )
})
// antd-mobile animates by script, which the style sheet for reduced motion does not cover.
watchReducedMotion((reduced) => (reduced ? reduceMotion() : restoreMotion()))

/** Gives antd-mobile the language of the app. Its English texts are loaded when needed; Chinese is its default. */
export function UiProvider({ children }: { children: ReactNode }) {
  const language = useLanguage()
  const [englishLocale, setEnglishLocale] = useState<Locale | null>(null)
  useEffect(() => {
    if (language !== 'en') return
    import('antd-mobile/es/locales/en-US').then(
      ({ default: locale }) => setEnglishLocale(locale),
      (error: unknown) => recordTrouble('English texts of the components not loaded', error),
    )
  }, [language])
  return <ConfigProvider locale={language === 'en' && englishLocale ? englishLocale : zhCN}>{children}</ConfigProvider>
}
