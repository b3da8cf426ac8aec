import { useTranslation } from 'react-i18next'

/** Maximum number of orders to name; the others are counted. */
const MAX_NAMES = 5

/** Returns a function that joins order numbers, up to `MAX_NAMES`. */
export function useNameList(): (names: readonly string[]) => string {
  const { t } = useTranslation('orders')
  return (names) =>
    [
      ...names.slice(0, MAX_NAMES),
      ...(names.length > MAX_NAMES ? [t('pages.schedule.andMore', { count: names.length - MAX_NAMES })] : []),
    ].join(t('pages.schedule.and'))
}
