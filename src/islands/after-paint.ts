/**
 * For `client:visible`: an island is loaded right after the first paint, which its scripts would delay, wherever on the page it
 * is. One that is hidden is loaded when it is shown.
 */
export const afterPaint = { rootMargin: '4000px' };
