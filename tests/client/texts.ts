import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { createSharedLabelOptions } from '@/contract/shared-label'
import contract from '@/contract/locales/zh.json'
import client from '@/client/locales/zh.json'

/** Loads the app's own zh texts at once. */
export async function loadTexts(more: Record<string, object> = {}): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'zh',
    fallbackLng: false,
    ns: ['client', 'contract'],
    defaultNS: 'client',
    resources: { zh: { client, contract, ...more } },
    interpolation: { escapeValue: false },
    ...createSharedLabelOptions(i18next),
  })
}
