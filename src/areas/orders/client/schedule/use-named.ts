import { useTranslation } from 'react-i18next'

/** As many orders are named; of the others their count is said. */
const NAMED = 5

/** Names orders one after the other, up to a few. */
export function useNamed(): (words: readonly string[]) => string {
  const { t } = useTranslation('orders')
  return (words) =>
    [
      ...words.slice(0, NAMED),
      ...(words.length > NAMED ? [t('pages.schedule.andMore', { count: words.length - NAMED })] : []),
    ].join(t('pages.schedule.and'))
}
