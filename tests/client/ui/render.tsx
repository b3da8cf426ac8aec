import i18next from 'i18next'
import { cleanup, render } from '@testing-library/react'
import { StrictMode, type ReactNode } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { afterEach } from 'vitest'
import { createSharedLabelOptions } from '@/contract/shared-label'
import en from '@/client/locales/en.json'
import zh from '@/client/locales/zh.json'

afterEach(cleanup)

/** Renders with the texts of the app in StrictMode, which renders everything twice. */
export function renderWithTexts(node: ReactNode, language: 'zh' | 'en' = 'zh') {
  const i18n = i18next.createInstance()
  void i18n.use(initReactI18next).init({
    lng: language,
    initAsync: false,
    ns: ['client'],
    resources: { zh: { client: zh }, en: { client: en } },
    interpolation: { escapeValue: false },
    ...createSharedLabelOptions(i18n),
  })
  return render(
    <StrictMode>
      <I18nextProvider i18n={i18n}>{node}</I18nextProvider>
    </StrictMode>,
  )
}
