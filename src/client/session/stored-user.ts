/** sessionStorage key of the user id. */
export const USER_ID_KEY = 'userId'
/** Returns the user id that the route guard checks; null if nobody is signed in in this tab. */
export const getStoredUserId = (): string | null => sessionStorage.getItem(USER_ID_KEY)
