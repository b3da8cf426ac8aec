/** A role by its name in the language on screen. */
export const roleName = (row: { name: string; nameEn: string | null }, language: 'zh' | 'en'): string => (language === 'en' && row.nameEn ? row.nameEn : row.name)
