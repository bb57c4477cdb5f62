import { Component, type ReactNode } from 'react';
import type { Location } from 'react-router';
import { Outlet, useLocation } from '#web/routing/screens.tsx';
import { PageFailure } from './page-failure.tsx';

interface BoundaryProps {
  /** The location at which rendering failed. Rendering is retried at any other location. */
  location: Location;
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { hasFailed: boolean; location: Location }> {
  override state = { hasFailed: false, location: this.props.location };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  static getDerivedStateFromProps = ({ location }: BoundaryProps, state: Boundary['state']) =>
    location === state.location ? null : { hasFailed: false, location };

  override render() {
    return this.state.hasFailed ? <PageFailure /> : this.props.children;
  }
}

/** A layout route that shows an error page if one of its child routes fails. */
export const FailureBoundary = () => (
  <Boundary location={useLocation()}>
    <Outlet />
  </Boundary>
);
