/** sessionStorage key of the user id. */
export const USER_ID = 'userId'
/** Returns the user id that the route guard checks; null if nobody is signed in in this tab. */
export const storedUserId = (): string | null => sessionStorage.getItem(USER_ID)
