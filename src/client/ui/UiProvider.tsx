import '../antd'
import ConfigProvider from 'antd-mobile/es/components/config-provider'
import type { Locale } from 'antd-mobile/es/locales/base'
import zhCN from 'antd-mobile/es/locales/zh-CN'
import { useEffect, useState, type ReactNode } from 'react'
import { useLanguage } from '../format/use-language'
import { recordTrouble } from './trouble'

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
