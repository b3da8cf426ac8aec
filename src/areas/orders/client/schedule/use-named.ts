import { useTranslation } from 'react-i18next'

/** Maximum number of orders to name; the others are counted. */
const NAMED = 5

/** Returns a function that joins order numbers, up to `MAX_NAMES`. */
export function useNamed(): (words: readonly string[]) => string {
  const { t } = useTranslation('orders')
  return (words) =>
    [
      ...words.slice(0, NAMED),
      ...(words.length > NAMED ? [t('pages.schedule.andMore', { count: words.length - NAMED })] : []),
    ].join(t('pages.schedule.and'))
}
