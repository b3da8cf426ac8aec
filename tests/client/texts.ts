import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { createSharedLabelOptions } from '@/contract/shared-label'
import contractTexts from '@/contract/locales/zh.json'
import clientTexts from '@/client/locales/zh.json'

/** Loads the Chinese texts of the client and the contract. @param areaTexts texts of areas by namespace */
export async function loadTexts(areaTexts: Record<string, object> = {}): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'zh',
    fallbackLng: false,
    ns: ['client', 'contract'],
    defaultNS: 'client',
    resources: { zh: { client: clientTexts, contract: contractTexts, ...areaTexts } },
    interpolation: { escapeValue: false },
    ...createSharedLabelOptions(i18next),
  })
}
